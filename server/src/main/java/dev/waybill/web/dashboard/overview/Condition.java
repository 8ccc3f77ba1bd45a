package dev.waybill.web.dashboard.overview;

import dev.waybill.feature.deliveries.Backlog.Waiting;
import dev.waybill.feature.deliveries.ServiceFacts;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.delivery.DeliverySearch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How the service itself does, in a few lines of the overview.
public final class Condition {

    /// What is due is sent within seconds; five minutes mean that something is wrong.
    static final Duration LATE = Duration.ofMinutes(5);

    private final ServiceFacts facts;

    Condition(ServiceFacts facts) {
        this.facts = facts;
    }

    /// One thing that is well or not.
    public record Line(String name, String value, boolean isWell, String href) {}

    List<Line> lines(Waiting waiting, Instant now) {
        // The page would not be there without the database: that it is there says enough.
        var processes = facts.processes();
        return List.of(
                new Line("Database", "answers", true, "/ui/settings/about"),
                new Line(
                        "Processes",
                        processes.isEmpty()
                                ? "no process is alive"
                                : processes.size()
                                        + " alive, the oldest for "
                                        + Format.span(Duration.between(processes.getFirst(), now)),
                        !processes.isEmpty(),
                        "/ui/settings/about"),
                due(waiting, now));
    }

    private static Line due(Waiting waiting, Instant now) {
        var list =
                Link.to(Section.DELIVERIES.path())
                        .with("state", "pending")
                        .with("range", DeliverySearch.ALL_TIME)
                        .toString();
        var oldest = waiting.oldestDue();
        if (oldest == null || oldest.isAfter(now)) {
            return new Line("Due", "no delivery is late", true, list);
        }
        var late = Duration.between(oldest, now);
        return new Line(
                "Due",
                "the oldest was due " + Format.span(late) + " ago",
                late.compareTo(LATE) < 0,
                list);
    }
}

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

/// The health of the service itself, in a few lines of the overview.
public final class Condition {

    /// Due deliveries are sent within seconds; a delay of five minutes is a problem.
    static final Duration LATE = Duration.ofMinutes(5);

    private final ServiceFacts facts;

    Condition(ServiceFacts facts) {
        this.facts = facts;
    }

    /// One condition, which holds or does not.
    public record Line(String name, String value, boolean isWell, String href) {}

    List<Line> lines(Waiting waiting, Instant now) {
        // The page cannot be shown without the database.
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

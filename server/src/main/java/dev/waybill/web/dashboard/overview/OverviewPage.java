package dev.waybill.web.dashboard.overview;

import dev.waybill.domain.Histogram;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.deliveries.Backlog;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.feature.stats.StatSeries.Slot;
import dev.waybill.web.dashboard.Tile;
import dev.waybill.web.dashboard.replays.ReplaysPage;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.chart.Bars;
import dev.waybill.web.site.chart.Charts;
import dev.waybill.web.site.chart.Curve;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.template.page.JteOverviewGenerated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/ui`: the health of the service, with links to the problems.
public final class OverviewPage {

    private static final int FAILING_MAX = 5;
    private static final String START = "/ui/start";

    private final StatQuery stats;
    private final StatSeries series;
    private final Backlog backlog;
    private final Replays replays;
    private final EndpointNames names;
    private final FirstRun firstRun;
    private final Condition condition;

    OverviewPage(
            StatQuery stats,
            StatSeries series,
            Backlog backlog,
            Replays replays,
            EndpointNames names,
            FirstRun firstRun,
            Condition condition) {
        this.stats = stats;
        this.series = series;
        this.backlog = backlog;
        this.replays = replays;
        this.names = names;
        this.firstRun = firstRun;
        this.condition = condition;
    }

    /// The values that the template shows.
    ///
    /// @param steps the first steps; null once they are done
    public record Overview(
            Period period,
            FirstRun.@Nullable Steps steps,
            List<Tile> tiles,
            List<Slot> slots,
            Bars throughput,
            Curve latency,
            Curve success,
            List<Age> ages,
            boolean moreWait,
            List<Condition.Line> condition,
            List<Failing> failing,
            List<ReplaysPage.Row> replays) {}

    /// The number of deliveries that have waited for a span of time.
    ///
    /// @param part of the most there is of any age, in percent
    public record Age(String words, String count, long part) {}

    /// An endpoint with failing deliveries.
    public record Failing(
            EndpointNames.Named endpoint, long dead, String failedAttempts, String delivered) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, Link.HOME, this::show),
                pages.page(Right.READ, START, this::show),
                pages.action(Right.CHANGE, START, this::create),
                pages.action(Right.OPERATE, START + "/{id}/test", this::send));
    }

    private Response show(Visit visit) {
        return shown(visit, 200, null);
    }

    private Response create(Visit visit, Form form) {
        var steps = firstRun.create(visit, form);
        return shown(visit, steps.problem() == null ? 201 : 422, steps);
    }

    private Response send(Visit visit, Form form) throws InterruptedException {
        return Response.seeOther(firstRun.send(visit).toString());
    }

    private Response shown(Visit visit, int status, FirstRun.@Nullable Steps steps) {
        var overview = overview(visit, steps);
        var layout = visit.layout("Overview", Section.OVERVIEW);
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteOverviewGenerated.render(out, null, layout, overview)));
    }

    private Overview overview(Visit visit, FirstRun.@Nullable Steps steps) {
        var period = Period.of(visit).inSums(visit.now());
        var asked = new Range(visit.scope(), null, null, period.since(), period.until());
        var total = stats.total(asked, Depth.NUMBERS);
        var slots = series.slots(asked, period.step(visit.now()));
        var waiting = backlog.waiting(visit.scope(), visit.now());
        return new Overview(
                period,
                steps == null ? firstRun.steps(visit, total.captured()) : steps,
                tiles(visit, period, total, latency(slots), waiting),
                slots,
                Charts.throughput(slots),
                Charts.latency(slots),
                Charts.success(slots),
                ages(waiting),
                waiting.count() > Backlog.COUNTED_MAX,
                condition.lines(waiting, visit.now()),
                failing(asked),
                replays.open(visit.scope()).stream()
                        .map(replay -> ReplaysPage.row(replay, names))
                        .toList());
    }

    private static Histogram latency(List<Slot> slots) {
        var all = new Histogram();
        slots.forEach(slot -> all.add(slot.latency()));
        return all;
    }

    private List<Tile> tiles(
            Visit visit, Period period, Counts total, Histogram latency, Backlog.Waiting waiting) {
        // Statistics are counted by the time of the end.
        var ended =
                period.in(Link.to("/ui/deliveries")).with(DeliverySearch.BY, DeliverySearch.END);
        long done = total.delivered() + total.dead();
        long letters = backlog.openLetters(visit.scope());
        return List.of(
                new Tile(
                        "Delivered",
                        Format.number(total.delivered()),
                        "of " + Format.number(total.captured()) + " captured",
                        ended.with("state", DeliveryState.DELIVERED.code()).toString(),
                        ""),
                new Tile(
                        "Success",
                        Format.percent(total.delivered(), done),
                        Format.number(total.dead()) + " failed",
                        ended.with("letter", DeliveryFilter.ANY).toString(),
                        total.dead() > 0 && 100 * total.dead() > done ? "bad" : ""),
                new Tile(
                        "Latency, p95",
                        latency.total() == 0 ? "–" : Format.millis(latency.quantile(0.95)),
                        latency.total() == 0
                                ? "creation to acceptance"
                                : "p50 " + Format.millis(latency.quantile(0.5)),
                        ended.with("state", DeliveryState.DELIVERED.code()).toString(),
                        ""),
                waiting(visit, waiting),
                new Tile(
                        "Open dead letters",
                        Format.capped(letters, Backlog.COUNTED_MAX),
                        letters == 0 ? "none" : "to resend or resolve",
                        Section.LETTERS.path(),
                        letters == 0 ? "good" : "bad"),
                new Tile(
                        "Expired by TTL",
                        Format.number(total.ended(Reason.TTL)),
                        "not sent any more",
                        ended.with("state", DeliveryState.EXPIRED.code())
                                .with("reason", Reason.TTL.code())
                                .toString(),
                        ""));
    }

    private static Tile waiting(Visit visit, Backlog.Waiting waiting) {
        var oldest = waiting.oldestDue();
        var late = oldest == null ? Duration.ZERO : Duration.between(oldest, visit.now());
        var note =
                oldest == null
                        ? waiting.count() == 0 ? "none" : "in order"
                        : late.isPositive()
                                ? "oldest due " + Format.relative(oldest, visit.now())
                                : "next " + Format.relative(oldest, visit.now());
        return new Tile(
                "Pending",
                Format.capped(waiting.count(), Backlog.COUNTED_MAX),
                note,
                Link.to("/ui/deliveries")
                        .with("state", DeliveryState.PENDING.code())
                        .with("range", DeliverySearch.ALL_TIME)
                        .toString(),
                late.compareTo(Condition.LATE) >= 0 ? "bad" : "");
    }

    /// Empty if nothing waits.
    private static List<Age> ages(Backlog.Waiting waiting) {
        long most = Collections.max(waiting.byAge());
        var ages = new ArrayList<Age>();
        for (int i = 0; i < waiting.byAge().size() && most > 0; i++) {
            long count = waiting.byAge().get(i);
            var words =
                    i < Backlog.AGES.size()
                            ? "under " + Format.span(Backlog.AGES.get(i))
                            : "longer";
            ages.add(new Age(words, Format.number(count), 100 * count / most));
        }
        return ages;
    }

    private List<Failing> failing(Range range) {
        return stats.worst(range, FAILING_MAX).entrySet().stream()
                .map(group -> failing(UUID.fromString(group.getKey()), group.getValue()))
                .toList();
    }

    private Failing failing(UUID id, Counts counts) {
        long attempts = counts.succeededAttempts() + counts.failedAttempts();
        return new Failing(
                names.of(id),
                counts.dead(),
                Format.percent(counts.failedAttempts(), attempts),
                Format.number(counts.delivered()));
    }
}

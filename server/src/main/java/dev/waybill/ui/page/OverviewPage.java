package dev.waybill.ui.page;

import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Reason;
import dev.waybill.domain.Right;
import dev.waybill.domain.Scope;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.Backlog;
import dev.waybill.query.DeliveryList;
import dev.waybill.replay.Replays;
import dev.waybill.stats.Counts;
import dev.waybill.stats.Grouping;
import dev.waybill.stats.StatQuery;
import dev.waybill.stats.StatQuery.Range;
import dev.waybill.stats.StatSeries;
import dev.waybill.stats.StatSeries.Slot;
import dev.waybill.ui.Html;
import dev.waybill.ui.Link;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visit;
import dev.waybill.ui.Words;
import dev.waybill.ui.chart.Bars;
import dev.waybill.ui.chart.Curve;
import dev.waybill.ui.template.page.JteOverviewGenerated;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// `/ui`: whether things are well, and where to look if they are not.
public final class OverviewPage {

    private static final int FAILING_MAX = 5;

    private final StatQuery stats;
    private final StatSeries series;
    private final Backlog backlog;
    private final Endpoints endpoints;
    private final Replays replays;
    private final EndpointNames names;

    public OverviewPage(
            StatQuery stats,
            StatSeries series,
            Backlog backlog,
            Endpoints endpoints,
            Replays replays,
            EndpointNames names) {
        this.stats = stats;
        this.series = series;
        this.backlog = backlog;
        this.endpoints = endpoints;
        this.replays = replays;
        this.names = names;
    }

    /// What the template shows.
    ///
    /// @param isNew nothing was ever set up here
    public record Overview(
            TimeRange range,
            boolean isNew,
            List<Tile> tiles,
            List<Slot> slots,
            Bars throughput,
            Curve latency,
            List<Failing> failing,
            List<ReplaysPage.Row> replays) {}

    /// A number that answers a question, and where it comes from.
    ///
    /// @param tone colours it where it asks for attention
    public record Tile(String title, String value, String note, String href, String tone) {}

    /// An endpoint that does not take what it is sent.
    public record Failing(
            EndpointNames.Named endpoint, long dead, String failedAttempts, String delivered) {}

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Link.HOME, this::show));
    }

    private Response show(Visit visit) {
        var overview = overview(visit);
        var layout = visit.layout("Overview", Section.OVERVIEW);
        return Pages.html(
                visit,
                Html.render(out -> JteOverviewGenerated.render(out, null, layout, overview)));
    }

    private Overview overview(Visit visit) {
        var range = TimeRange.of(visit.param("range"));
        var asked = new Range(visit.scope(), null, null, range.since(visit.now()), visit.now());
        var total = stats.total(asked);
        var slots = series.slots(asked, range.step());
        return new Overview(
                range,
                total.captured() == 0 && !anyEndpoint(visit.scope()),
                tiles(visit, range, total),
                slots,
                Charts.throughput(slots),
                Charts.latency(slots),
                failing(asked),
                replays.open(visit.scope()).stream()
                        .map(replay -> ReplaysPage.row(replay, names))
                        .toList());
    }

    private boolean anyEndpoint(Scope scope) {
        return !endpoints.page(scope, DeliveryList.AFTER_ALL, 1).isEmpty();
    }

    private List<Tile> tiles(Visit visit, TimeRange range, Counts total) {
        var list = Link.to("/ui/deliveries").with("range", range.word());
        long ended = total.delivered() + total.dead();
        long letters = backlog.openLetters(visit.scope());
        return List.of(
                new Tile(
                        "Delivered",
                        Words.number(total.delivered()),
                        "of " + Words.number(total.captured()) + " captured",
                        list.with("state", DeliveryState.DELIVERED.word()).toString(),
                        ""),
                new Tile(
                        "Success",
                        Words.percent(total.delivered(), ended),
                        Words.number(total.dead()) + " died",
                        list.with("state", DeliveryState.FAILED.word()).toString(),
                        total.dead() > 0 && 100 * total.dead() > ended ? "bad" : ""),
                new Tile(
                        "Latency, p95",
                        total.delivered() == 0 ? "–" : Words.millis(total.latency().quantile(0.95)),
                        total.delivered() == 0
                                ? "capture to acceptance"
                                : "p50 " + Words.millis(total.latency().quantile(0.5)),
                        list.with("state", DeliveryState.DELIVERED.word()).toString(),
                        ""),
                waiting(visit, list),
                new Tile(
                        "Dead letters, open",
                        Words.capped(letters, Backlog.COUNTED_MAX),
                        letters == 0 ? "nothing to settle" : "to resend or resolve",
                        Section.LETTERS.path(),
                        letters == 0 ? "good" : "bad"),
                new Tile(
                        "Expired by TTL",
                        Words.number(total.ended(Reason.TTL)),
                        "stale, so not sent",
                        list.with("state", DeliveryState.EXPIRED.word())
                                .with("reason", Reason.TTL.word())
                                .toString(),
                        ""));
    }

    private Tile waiting(Visit visit, Link list) {
        var waiting = backlog.waiting(visit.scope());
        var oldest = waiting.oldestDue();
        var late = oldest == null ? Duration.ZERO : Duration.between(oldest, visit.now());
        var note =
                oldest == null
                        ? "nothing waits"
                        : late.isPositive()
                                ? "oldest due " + Words.relative(oldest, visit.now())
                                : "next " + Words.relative(oldest, visit.now());
        return new Tile(
                "Waiting",
                Words.capped(waiting.count(), Backlog.COUNTED_MAX),
                note,
                list.with("state", DeliveryState.PENDING.word()).with("range", "30d").toString(),
                late.toMinutes() >= 5 ? "bad" : "");
    }

    private List<Failing> failing(Range range) {
        return stats.groups(range, Grouping.ENDPOINT).entrySet().stream()
                .filter(group -> group.getValue().dead() + group.getValue().failedAttempts() > 0)
                .sorted(
                        Comparator.comparingLong((Map.Entry<String, Counts> group) ->
                                        group.getValue().dead())
                                .thenComparingLong(group -> group.getValue().failedAttempts())
                                .reversed())
                .limit(FAILING_MAX)
                .map(group -> failing(UUID.fromString(group.getKey()), group.getValue()))
                .toList();
    }

    private Failing failing(UUID id, Counts counts) {
        long attempts = counts.succeededAttempts() + counts.failedAttempts();
        return new Failing(
                names.of(id),
                counts.dead(),
                Words.percent(counts.failedAttempts(), attempts),
                Words.number(counts.delivered()));
    }
}

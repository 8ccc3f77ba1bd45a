package dev.waybill.web.dashboard.apps;

import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.App;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.web.dashboard.Tile;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.chart.Bars;
import dev.waybill.web.site.chart.Charts;
import dev.waybill.web.site.delivery.DeliverySearch;
import java.time.Instant;
import java.util.List;

/// The figures of one app: how many deliveries it had in a period, and how they ended.
public final class AppFigures {

    private final StatQuery stats;
    private final StatSeries series;

    AppFigures(StatQuery stats, StatSeries series) {
        this.stats = stats;
        this.series = series;
    }

    /// The figures as the page shows them.
    ///
    /// @param slots the values of the chart
    public record Figures(List<Tile> tiles, Bars throughput, List<StatSeries.Slot> slots) {}

    Figures of(App app, Scope scope, Period period, Instant now) {
        var range = new Range(scope, null, null, period.since(), period.until());
        var slots = series.slots(range, period.step(now));
        return new Figures(tiles(app, range, period), Charts.throughput(slots), slots);
    }

    private List<Tile> tiles(App app, Range range, Period period) {
        var total = stats.total(range, Depth.NUMBERS);
        var list = period.in(Link.to(Section.DELIVERIES.path()).with("app", app.uid()));
        var atEnd = list.with(DeliverySearch.BY, DeliverySearch.END);
        long ended = total.delivered() + total.dead();
        return List.of(
                new Tile(
                        "Deliveries",
                        Format.number(total.captured()),
                        "created in " + period.words(),
                        list.toString(),
                        ""),
                new Tile(
                        "Delivered",
                        Format.number(total.delivered()),
                        Format.percent(total.delivered(), ended) + " of all that ended",
                        atEnd.with("state", "delivered").toString(),
                        ""),
                new Tile(
                        "Failed",
                        Format.number(total.dead()),
                        "no more attempts",
                        atEnd.with("letter", DeliveryFilter.ANY).toString(),
                        total.dead() == 0 ? "" : "bad"),
                new Tile(
                        "Failed attempts",
                        Format.percent(
                                total.failedAttempts(),
                                total.failedAttempts() + total.succeededAttempts()),
                        Format.number(total.failedAttempts() + total.succeededAttempts()) + " made",
                        list.toString(),
                        ""));
    }
}

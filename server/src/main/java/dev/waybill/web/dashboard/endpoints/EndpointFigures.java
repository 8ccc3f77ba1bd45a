package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.EndpointGlances;
import dev.waybill.feature.deliveries.EndpointGlances.Glance;
import dev.waybill.feature.deliveries.FailureCauses;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.feature.stats.StatSeries.Slot;
import dev.waybill.web.dashboard.CauseText;
import dev.waybill.web.dashboard.Tile;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.chart.Bars;
import dev.waybill.web.site.chart.Charts;
import dev.waybill.web.site.chart.Curve;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.Health;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statistics of one endpoint, as numbers and charts.
public final class EndpointFigures {

    private static final int CAUSES_MAX = 5;

    private final Endpoints endpoints;
    private final StatQuery stats;
    private final StatSeries series;
    private final FailureCauses causes;
    private final EndpointGlances glances;

    EndpointFigures(
            Endpoints endpoints,
            StatQuery stats,
            StatSeries series,
            FailureCauses causes,
            EndpointGlances glances) {
        this.endpoints = endpoints;
        this.stats = stats;
        this.series = series;
        this.causes = causes;
        this.glances = glances;
    }

    /// The figures of an endpoint.
    ///
    /// @param lastSuccess null if none of its latest deliveries was delivered
    /// @param causes the causes of failed attempts in the last 24 hours
    public record Figures(
            Health health,
            List<Tile> tiles,
            List<Slot> slots,
            Bars throughput,
            Curve latency,
            @Nullable Instant lastSuccess,
            List<Cause> causes) {}

    /// A cause of failed attempts.
    ///
    /// @param list the deliveries with the cause
    public record Cause(String words, String count, String list, String newest) {}

    Figures of(Endpoint endpoint, Scope scope, Period period, Instant now) {
        var asked = new Range(scope, endpoint.id(), null, period.since(), period.until());
        var total = stats.total(asked, Depth.ANSWERS);
        var slots = series.slots(asked, period.step(now));
        int failures = endpoints.failures(List.of(endpoint.id())).getOrDefault(endpoint.id(), 0);
        var day = new Range(scope, endpoint.id(), null, TimeRange.DAY.since(now), now);
        var glance = glances.of(List.of(endpoint.id())).getOrDefault(endpoint.id(), Glance.NOTHING);
        return new Figures(
                Health.of(endpoint.state(), stats.total(day, Depth.NUMBERS), failures),
                tiles(endpoint, total, failures, glance, period, now),
                slots,
                Charts.throughput(slots),
                Charts.latency(slots),
                glance.lastSuccess(),
                causes.top(endpoint.id(), TimeRange.DAY.since(now), CAUSES_MAX).stream()
                        .map(cause -> cause(endpoint, cause))
                        .toList());
    }

    static Link list(Endpoint endpoint) {
        return Link.to(Section.DELIVERIES.path())
                .with("endpoint", IdKind.ENDPOINT.format(endpoint.id()));
    }

    private static List<Tile> tiles(
            Endpoint endpoint,
            Counts total,
            int failures,
            Glance glance,
            Period period,
            Instant now) {
        var list = period.in(list(endpoint));
        var ended = list.with(DeliverySearch.BY, DeliverySearch.END);
        long attempts = total.failedAttempts() + total.succeededAttempts();
        return List.of(
                new Tile(
                        "Delivered",
                        Format.number(total.delivered()),
                        "of " + Format.number(total.captured()) + " captured",
                        ended.with("state", "delivered").toString(),
                        ""),
                new Tile(
                        "Failed",
                        Format.number(total.dead()),
                        failures == 0 ? "none in a row" : Format.number(failures) + " in a row",
                        ended.with("letter", DeliveryFilter.ANY).toString(),
                        total.dead() == 0 ? "" : "bad"),
                new Tile(
                        "Failed attempts",
                        Format.percent(total.failedAttempts(), attempts),
                        Format.number(attempts) + " made",
                        list.toString(),
                        ""),
                new Tile(
                        "Response, p95",
                        total.response().total() == 0
                                ? "–"
                                : Format.millis(total.response().quantile(0.95)),
                        "time limit " + Format.span(endpoint.timeLimit()),
                        list.toString(),
                        ""),
                new Tile(
                        "Pending",
                        Format.capped(glance.waiting(), EndpointGlances.COUNTED_MAX),
                        due(glance, now),
                        list(endpoint).with("state", "pending").with("range", "all").toString(),
                        ""));
    }

    private static String due(Glance glance, Instant now) {
        var due = glance.oldestDue();
        if (due == null) {
            return glance.waiting() == 0 ? "none" : "in order";
        }
        return (due.isBefore(now) ? "oldest due " : "next ") + Format.relative(due, now);
    }

    private static Cause cause(Endpoint endpoint, FailureCauses.Count failures) {
        return new Cause(
                CauseText.of(failures.cause()),
                Format.capped(failures.count(), 9_999),
                list(endpoint)
                        .with("cause", failures.cause().code())
                        .with("range", TimeRange.DAY.code())
                        .toString(),
                Section.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(failures.last()));
    }
}

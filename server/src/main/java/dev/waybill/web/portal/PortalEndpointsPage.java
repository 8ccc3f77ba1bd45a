package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.feature.stats.StatSeries.Ends;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.chart.Spark;
import dev.waybill.web.site.endpoint.BuiltInReceiver;
import dev.waybill.web.site.endpoint.Health;
import dev.waybill.web.site.endpoint.Healths;
import dev.waybill.web.site.text.EndpointMessages;
import dev.waybill.web.template.portal.JteEndpointsGenerated;
import java.time.Duration;
import java.util.List;

/// `/portal/endpoints`: the endpoints of a customer.
public final class PortalEndpointsPage {

    /// A stroke for each hour of a day.
    private static final Duration SPARK_STEP = Duration.ofHours(1);

    private final OwnEndpoints endpoints;
    private final StatSeries series;
    private final Healths healths;
    private final BuiltInReceiver receiver;

    public PortalEndpointsPage(
            OwnEndpoints endpoints, StatSeries series, Healths healths, BuiltInReceiver receiver) {
        this.endpoints = endpoints;
        this.series = series;
        this.healths = healths;
        this.receiver = receiver;
    }

    /// One endpoint with the statistics of a day.
    public record Row(
            String id, Endpoint endpoint, Health health, Spark day, long delivered, long dead) {

        public String href() {
            return Tab.ENDPOINTS.path() + "/" + id;
        }

        /// A description of the chart.
        public String dayInWords() {
            return EndpointMessages.day(delivered, dead);
        }
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(pages.page(Tab.ENDPOINTS.path(), this::show));
    }

    private Response show(PortalVisit visit) {
        var all = endpoints.all(visit);
        var ids = all.stream().map(Endpoint::id).toList();
        var since = TimeRange.DAY.since(visit.now());
        var ends = series.ends(visit.scope().mode(), ids, since, visit.now(), SPARK_STEP);
        var health = healths.of(all, visit.scope(), visit.now());
        var rows =
                all.stream()
                        .map(one ->
                                row(
                                        one,
                                        health.getOrDefault(one.id(), Health.QUIET),
                                        ends.getOrDefault(one.id(), Ends.none(1))))
                        .toList();
        var tried =
                receiver.url(visit.request())
                        .map(url -> Link.to(PortalEndpointEditPage.NEW).with("url", url).toString())
                        .orElse(null);
        var layout = visit.layout("Endpoints", Tab.ENDPOINTS);
        return PortalPages.html(
                visit,
                Html.render(out -> JteEndpointsGenerated.render(out, null, layout, rows, tried)));
    }

    private static Row row(Endpoint endpoint, Health health, Ends ends) {
        return new Row(
                IdKind.ENDPOINT.format(endpoint.id()),
                endpoint,
                health,
                Spark.of(ends.delivered(), ends.dead()),
                sum(ends.delivered()),
                sum(ends.dead()));
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }
}

package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.EndpointGlances;
import dev.waybill.feature.deliveries.EndpointGlances.Glance;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.feature.stats.StatSeries.Ends;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.chart.Spark;
import dev.waybill.web.site.endpoint.Health;
import dev.waybill.web.template.page.JteEndpointsGenerated;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/ui/endpoints`: the endpoints with their health.
public final class EndpointsPage {

    private static final int ROWS_MAX = 50;

    /// A stroke for each hour of a day.
    private static final Duration SPARK_STEP = Duration.ofHours(1);

    private final Endpoints endpoints;
    private final StatQuery stats;
    private final StatSeries series;
    private final EndpointGlances glances;
    private final AccessCache accessCache;

    EndpointsPage(
            Endpoints endpoints,
            StatQuery stats,
            StatSeries series,
            EndpointGlances glances,
            AccessCache accessCache) {
        this.endpoints = endpoints;
        this.stats = stats;
        this.series = series;
        this.glances = glances;
        this.accessCache = accessCache;
    }

    /// The values that the template shows.
    ///
    /// @param app the app whose endpoints are listed; null for all apps
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            @Nullable String app, List<Row> rows, @Nullable String older, @Nullable String newest) {

        public String createHref() {
            return Link.to(Section.ENDPOINTS.path() + "/new").with("app", app).toString();
        }
    }

    /// One endpoint, with the results of the last day.
    ///
    /// @param held how many of its ordered lanes are held; null for none
    public record Row(
            String id,
            Endpoint endpoint,
            Health health,
            String app,
            String url,
            String delivered,
            String success,
            String response,
            Spark spark,
            String waiting,
            @Nullable String held,
            @Nullable Instant lastSuccess) {

        /// The reason for the state.
        public String why() {
            var reason = endpoint.standing().reason();
            return reason == null ? health.rule() : Format.words(reason);
        }

        public String href() {
            return Section.ENDPOINTS.path() + "/" + id;
        }

        public String lanesHref() {
            return href() + "#lanes";
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.ENDPOINTS.path(), this::show));
    }

    private Response show(Visit visit) throws SQLException {
        var app = visit.plain("app");
        var scope = scope(visit, app.orElse(null)).orElse(null);
        var before =
                visit.param("before")
                        .flatMap(IdKind.ENDPOINT::parse)
                        .orElse(DeliveryList.AFTER_ALL);
        var page = scope == null ? List.<Endpoint>of() : endpoints.page(scope, before, ROWS_MAX);
        var day =
                new Range(visit.scope(), null, null, TimeRange.DAY.since(visit.now()), visit.now());
        var ids = page.stream().map(Endpoint::id).toList();
        var counts = stats.of(ids, day, Depth.ANSWERS);
        var failures = endpoints.failures(ids);
        var waiting = glances.of(ids);
        var since = TimeRange.DAY.since(visit.now());
        var ends = series.ends(visit.scope().mode(), ids, since, visit.now(), SPARK_STEP);
        var rows =
                page.stream()
                        .map(one ->
                                row(
                                        one,
                                        counts.getOrDefault(one.id().toString(), new Counts()),
                                        failures.getOrDefault(one.id(), 0),
                                        ends.getOrDefault(one.id(), Ends.none(1)),
                                        waiting.getOrDefault(one.id(), Glance.NOTHING)))
                        .toList();
        var older =
                page.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.ENDPOINT.format(page.getLast().id()))
                                .toString();
        var listed =
                new Listed(
                        app.orElse(null),
                        rows,
                        older,
                        before.equals(DeliveryList.AFTER_ALL)
                                ? null
                                : visit.here().without("before").toString());
        var layout = visit.layout("Endpoints", Section.ENDPOINTS);
        return Pages.html(
                visit, Html.render(out -> JteEndpointsGenerated.render(out, null, layout, listed)));
    }

    /// Empty if there is no such app.
    private Optional<Scope> scope(Visit visit, @Nullable String app) throws SQLException {
        return app == null
                ? Optional.of(visit.scope())
                : accessCache.find(app).map(id -> new Scope(id, visit.scope().mode()));
    }

    private Row row(Endpoint endpoint, Counts counts, int failures, Ends ends, Glance glance) {
        long ended = counts.delivered() + counts.dead();
        return new Row(
                IdKind.ENDPOINT.format(endpoint.id()),
                endpoint,
                Health.of(endpoint.state(), counts, failures),
                accessCache.uid(endpoint.appId()),
                endpoint.url(),
                Format.number(counts.delivered()),
                Format.percent(counts.delivered(), ended),
                counts.response().total() == 0
                        ? "–"
                        : Format.millis(counts.response().quantile(0.95)),
                Spark.of(ends.delivered(), ends.dead()),
                Format.capped(glance.waiting(), EndpointGlances.COUNTED_MAX),
                held(glance.heldLanes()),
                glance.lastSuccess());
    }

    /// Null if no lane is held.
    private static @Nullable String held(long lanes) {
        if (lanes == 0) {
            return null;
        }
        return Format.capped(lanes, EndpointGlances.COUNTED_MAX)
                + (lanes == 1 ? " lane held" : " lanes held");
    }
}

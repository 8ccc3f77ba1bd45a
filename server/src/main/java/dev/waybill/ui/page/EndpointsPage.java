package dev.waybill.ui.page;

import dev.waybill.access.Directory;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.domain.Scope;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryList;
import dev.waybill.stats.Counts;
import dev.waybill.stats.Grouping;
import dev.waybill.stats.StatQuery;
import dev.waybill.stats.StatQuery.Range;
import dev.waybill.ui.Html;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visit;
import dev.waybill.ui.Words;
import dev.waybill.ui.template.page.JteEndpointsGenerated;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/endpoints`: where things go, and whether they arrive.
public final class EndpointsPage {

    private static final int ROWS_MAX = 50;

    private final Endpoints endpoints;
    private final StatQuery stats;
    private final Directory directory;

    public EndpointsPage(Endpoints endpoints, StatQuery stats, Directory directory) {
        this.endpoints = endpoints;
        this.stats = stats;
        this.directory = directory;
    }

    /// What the template shows.
    ///
    /// @param app whose endpoints; null for everybody's
    /// @param older where the list goes on; null at its end
    public record Listed(
            @Nullable String app, List<Row> rows, @Nullable String older, boolean isFirst) {}

    /// One endpoint, and what came of a day's deliveries.
    public record Row(
            String id,
            Endpoint endpoint,
            Health health,
            String app,
            String url,
            String delivered,
            String success,
            String response) {

        public String href() {
            return Section.ENDPOINTS.path() + "/" + id;
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.ENDPOINTS.path(), this::show));
    }

    private Response show(Visit visit) throws SQLException {
        var app =
                visit.param("app").filter(text -> text.chars().noneMatch(Character::isISOControl));
        var scope = scope(visit, app.orElse(null));
        var before =
                visit.param("before")
                        .flatMap(IdKind.ENDPOINT::parse)
                        .orElse(DeliveryList.AFTER_ALL);
        var page = endpoints.page(scope, before, ROWS_MAX);
        var day = new Range(scope, null, null, TimeRange.DAY.since(visit.now()), visit.now());
        var counts = stats.groups(day, Grouping.ENDPOINT);
        var failures = endpoints.failures(page.stream().map(Endpoint::id).toList());
        var rows =
                page.stream()
                        .map(one ->
                                row(
                                        one,
                                        counts.getOrDefault(one.id().toString(), new Counts()),
                                        failures.getOrDefault(one.id(), 0)))
                        .toList();
        var older =
                page.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.ENDPOINT.format(page.getLast().id()))
                                .toString();
        var listed =
                new Listed(app.orElse(null), rows, older, before.equals(DeliveryList.AFTER_ALL));
        var layout = visit.layout("Endpoints", Section.ENDPOINTS);
        return Pages.html(
                visit, Html.render(out -> JteEndpointsGenerated.render(out, null, layout, listed)));
    }

    private Scope scope(Visit visit, @Nullable String app) throws SQLException {
        if (app == null) {
            return visit.scope();
        }
        var id =
                directory
                        .find(app)
                        .orElseThrow(() ->
                                Problem.of(ProblemType.NOT_FOUND, "There is no app " + app + "."));
        return new Scope(id, visit.scope().mode());
    }

    private Row row(Endpoint endpoint, Counts counts, int failures) {
        long ended = counts.delivered() + counts.dead();
        return new Row(
                IdKind.ENDPOINT.format(endpoint.id()),
                endpoint,
                Health.of(endpoint.state(), counts, failures),
                directory.uid(endpoint.appId()),
                endpoint.url(),
                Words.number(counts.delivered()),
                Words.percent(counts.delivered(), ended),
                counts.response().total() == 0
                        ? "–"
                        : Words.millis(counts.response().quantile(0.95)));
    }
}

package dev.waybill.ui.page;

import dev.waybill.access.Directory;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EndpointAction;
import dev.waybill.domain.EndpointState;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.endpoint.EndpointStates;
import dev.waybill.endpoint.Endpoints;
import dev.waybill.endpoint.StateChange;
import dev.waybill.http.Form;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryList;
import dev.waybill.stats.StatQuery;
import dev.waybill.stats.StatQuery.Range;
import dev.waybill.stats.StatSeries;
import dev.waybill.stats.StatSeries.Slot;
import dev.waybill.ui.Html;
import dev.waybill.ui.Layout;
import dev.waybill.ui.Link;
import dev.waybill.ui.Notice;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visible;
import dev.waybill.ui.Visit;
import dev.waybill.ui.Words;
import dev.waybill.ui.chart.Bars;
import dev.waybill.ui.template.page.JteEndpointGenerated;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// `/ui/endpoints/{id}`: how one endpoint does, how it is set, and what was done with it.
public final class EndpointPage {

    private static final int HISTORY_MAX = 20;
    private static final int REASON_LENGTH_MAX = 200;

    private final Endpoints endpoints;
    private final EndpointStates states;
    private final StatQuery stats;
    private final StatSeries series;
    private final Directory directory;

    public EndpointPage(
            Endpoints endpoints,
            EndpointStates states,
            StatQuery stats,
            StatSeries series,
            Directory directory) {
        this.endpoints = endpoints;
        this.states = states;
        this.stats = stats;
        this.series = series;
        this.directory = directory;
    }

    /// What the template shows.
    public record Shown(
            String id,
            Endpoint endpoint,
            String app,
            Health health,
            TimeRange range,
            List<OverviewPage.Tile> tiles,
            List<Slot> slots,
            Bars throughput,
            List<StateChange> history,
            List<EndpointAction> actions,
            String deliveries) {}

    public List<Route> routes(Pages pages) {
        var routes = new ArrayList<Route>();
        routes.add(pages.page(Right.READ, "/ui/endpoints/{id}", this::show));
        for (var action : EndpointAction.values()) {
            routes.add(
                    pages.action(
                            Right.OPERATE,
                            "/ui/endpoints/{id}/" + action.word(),
                            (visit, form) -> act(visit, form, action)));
        }
        return routes;
    }

    private Response show(Visit visit) {
        var shown = shown(visit, find(visit));
        var layout =
                visit.layout(
                        shown.id(),
                        Section.ENDPOINTS,
                        new Layout.Crumb("Endpoints", Section.ENDPOINTS.path()));
        return Pages.html(
                visit, Html.render(out -> JteEndpointGenerated.render(out, null, layout, shown)));
    }

    private Endpoint find(Visit visit) {
        return IdKind.ENDPOINT
                .parse(visit.request().part("id"))
                .flatMap(id -> endpoints.find(id, visit.scope()))
                .orElseThrow(() -> notFound(visit));
    }

    private static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no endpoint "
                        + Visible.text(visit.request().part("id"))
                        + " here. It may be of the other mode, or was deleted.");
    }

    private Shown shown(Visit visit, Endpoint endpoint) {
        var range = TimeRange.of(visit.param("range"));
        var asked =
                new Range(
                        visit.scope(), endpoint.id(), null, range.since(visit.now()), visit.now());
        var total = stats.total(asked);
        var slots = series.slots(asked, range.step());
        int failures = endpoints.failures(List.of(endpoint.id())).getOrDefault(endpoint.id(), 0);
        var day =
                new Range(
                        visit.scope(),
                        endpoint.id(),
                        null,
                        TimeRange.DAY.since(visit.now()),
                        visit.now());
        var id = IdKind.ENDPOINT.format(endpoint.id());
        var list =
                Link.to(Section.DELIVERIES.path()).with("endpoint", id).with("range", range.word());
        var tiles =
                List.of(
                        new OverviewPage.Tile(
                                "Delivered",
                                Words.number(total.delivered()),
                                "of " + Words.number(total.captured()) + " captured",
                                list.with("state", "delivered").toString(),
                                ""),
                        new OverviewPage.Tile(
                                "Dead",
                                Words.number(total.dead()),
                                failures == 0
                                        ? "none in a row"
                                        : Words.number(failures) + " in a row",
                                list.with("letter", "open").without("range").toString(),
                                total.dead() == 0 ? "" : "bad"),
                        new OverviewPage.Tile(
                                "Attempts that failed",
                                Words.percent(
                                        total.failedAttempts(),
                                        total.failedAttempts() + total.succeededAttempts()),
                                Words.number(total.failedAttempts() + total.succeededAttempts())
                                        + " made",
                                list.toString(),
                                ""),
                        new OverviewPage.Tile(
                                "Answer, p95",
                                total.response().total() == 0
                                        ? "–"
                                        : Words.millis(total.response().quantile(0.95)),
                                "time limit " + Words.span(endpoint.timeLimit()),
                                list.toString(),
                                ""));
        return new Shown(
                id,
                endpoint,
                directory.uid(endpoint.appId()),
                Health.of(endpoint.state(), stats.total(day), failures),
                range,
                tiles,
                slots,
                throughput(slots),
                states.history(endpoint.id(), DeliveryList.AFTER_ALL, HISTORY_MAX),
                actions(endpoint.state()),
                list.toString());
    }

    private static Bars throughput(List<Slot> slots) {
        return Bars.of(
                List.of(
                        bars("delivered", slots, Slot::delivered),
                        bars("expired", slots, Slot::stale),
                        bars("failed", slots, Slot::dead)));
    }

    private static Bars.Series bars(String tone, List<Slot> slots, ToLongFunction<Slot> value) {
        return new Bars.Series(tone, slots.stream().mapToLong(value).boxed().toList());
    }

    private static List<EndpointAction> actions(EndpointState state) {
        return switch (state) {
            case ACTIVE -> List.of(EndpointAction.PAUSE, EndpointAction.DISABLE);
            case PAUSED -> List.of(EndpointAction.RESUME, EndpointAction.DISABLE);
            case DISABLED -> List.of(EndpointAction.ENABLE);
        };
    }

    private Response act(Visit visit, Form form, EndpointAction action) throws SQLException {
        var endpoint = find(visit);
        var given = form.text("reason");
        if (given.length() > REASON_LENGTH_MAX || given.chars().anyMatch(Character::isISOControl)) {
            throw Problem.invalid(
                    "reason",
                    "A reason is one line of at most "
                            + REASON_LENGTH_MAX
                            + " characters. Nothing was changed.");
        }
        var reason = given.isEmpty() ? EndpointStates.REQUESTED : given;
        return switch (states.act(endpoint.id(), action, reason, visit.act())) {
            case EndpointStates.Result.Done _ ->
                    Pages.done(
                            Link.to(
                                    Section.ENDPOINTS.path()
                                            + "/"
                                            + IdKind.ENDPOINT.format(endpoint.id())),
                            notice(action));
            case EndpointStates.Result.NotPossible(var why) ->
                    throw Problem.of(ProblemType.CONFLICT, why);
            case EndpointStates.Result.Busy _ ->
                    throw Problem.unavailable(
                            "What waited when it was disabled is still being ended.");
            case EndpointStates.Result.NoSuchEndpoint _ -> throw notFound(visit);
        };
    }

    private static Notice notice(EndpointAction action) {
        return switch (action) {
            case ENABLE -> Notice.ENABLED;
            case DISABLE -> Notice.DISABLED;
            case PAUSE -> Notice.PAUSED;
            case RESUME -> Notice.RESUMED;
        };
    }
}

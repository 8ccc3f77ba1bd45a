package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.testsends.TestSends.SendTest;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.EndpointMessages;
import dev.waybill.web.text.TestSendText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// What can be done with an endpoint on its page: pause, resume, disable, enable, test.
public final class EndpointActions {

    private static final int REASON_LENGTH_MAX = 200;

    private final EndpointFinder finder;
    private final EndpointStates states;
    private final TestSends tests;

    public EndpointActions(Endpoints endpoints, EndpointStates states, TestSends tests) {
        this.finder = new EndpointFinder(endpoints);
        this.states = states;
        this.tests = tests;
    }

    public List<Route> routes(Pages pages) {
        var routes = new ArrayList<Route>();
        for (var action : EndpointAction.values()) {
            routes.add(
                    pages.action(
                            Right.OPERATE,
                            "/ui/endpoints/{id}/" + action.code(),
                            (visit, form) -> act(visit, form, action)));
        }
        routes.add(pages.action(Right.OPERATE, "/ui/endpoints/{id}/test", this::test));
        return routes;
    }

    private Response test(Visit visit, Form form) throws InterruptedException {
        var type = form.text("event_type");
        var command =
                new SendTest(
                        finder.of(visit), type.isEmpty() ? null : type, Audience.OPERATORS, null);
        var delivery = TestSendText.deliveryOf(tests.send(command, visit.act()));
        return Pages.done(
                Link.to(Section.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(delivery)),
                Notice.TESTED);
    }

    private Response act(Visit visit, Form form, EndpointAction action) throws SQLException {
        var endpoint = finder.of(visit);
        var given = form.text("reason");
        if (given.length() > REASON_LENGTH_MAX || given.chars().anyMatch(Character::isISOControl)) {
            throw Problem.invalid("reason", EndpointMessages.reasonTooLong(REASON_LENGTH_MAX));
        }
        var reason = given.isEmpty() ? EndpointStates.REQUESTED : given;
        return switch (states.act(endpoint.id(), action, reason, visit.act())) {
            case EndpointStates.Result.Done _ ->
                    form.text("missed").equals("replay")
                            ? Response.seeOther(
                                    Link.to("/ui/replays/new")
                                            .with("endpoint", IdKind.ENDPOINT.format(endpoint.id()))
                                            .with("state", ReplayForm.UNRECEIVED)
                                            .with(
                                                    "since",
                                                    Timestamps.format(endpoint.standing().since()))
                                            .toString())
                            : Pages.done(EndpointFinder.page(endpoint), notice(action));
            case EndpointStates.Result.NotPossible(var why) ->
                    throw Problem.of(ProblemType.CONFLICT, why);
            case EndpointStates.Result.Busy _ ->
                    throw Problem.unavailable(EndpointMessages.STILL_ENDING);
            case EndpointStates.Result.NoSuchEndpoint _ -> throw EndpointFinder.notFound(visit);
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

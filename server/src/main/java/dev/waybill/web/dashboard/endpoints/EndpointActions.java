package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.ChangeEndpointState;
import dev.waybill.feature.endpoints.EndpointStateService;
import dev.waybill.feature.endpoints.EndpointStateService.StateChanged;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.testsends.TestSends.SendTest;
import dev.waybill.web.dashboard.replays.ReplayForm;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormProblem;
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
import java.util.Map;

/// Actions on the page of an endpoint: pause, resume, disable, enable, test.
final class EndpointActions {

    private final EndpointFinder finder;
    private final EndpointStateService states;
    private final TestSends tests;

    EndpointActions(Endpoints endpoints, EndpointStateService states, TestSends tests) {
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
        var delivery = TestSendText.deliveryOf(tests.send(command, visit.actor()));
        return Pages.done(
                Link.to(Section.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(delivery)),
                Notice.TESTED);
    }

    private Response act(Visit visit, Form form, EndpointAction action) throws SQLException {
        var endpoint = finder.of(visit);
        var input = new FormInput(form, new Violations());
        var command = new ChangeEndpointState(endpoint.id(), action, input.text("reason").orNull());
        return switch (states.change(command, input.violations(), visit.actor())) {
            case StateChanged.Done _ ->
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
            case StateChanged.Invalid(var all) ->
                    throw FormProblem.of(all, Map.of("reason", "The reason"));
            case StateChanged.NotPossible(var why) -> throw Problem.of(ProblemType.CONFLICT, why);
            case StateChanged.Busy _ -> throw Problem.unavailable(EndpointMessages.STILL_ENDING);
            case StateChanged.NotFound _ -> throw EndpointFinder.notFound(visit);
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

package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.ChangeEndpointState;
import dev.waybill.feature.endpoints.EndpointStateService;
import dev.waybill.feature.endpoints.EndpointStateService.StateChanged;
import dev.waybill.feature.replays.EndpointEvents;
import dev.waybill.feature.replays.EventOutcome;
import dev.waybill.feature.replays.PaceChoice;
import dev.waybill.feature.replays.ReplayService;
import dev.waybill.feature.replays.ReplaySlots;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.feature.replays.StartReplay;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.testsends.TestSends.SendTest;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormProblem;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.delivery.SendAgain;
import dev.waybill.web.site.text.EndpointMessages;
import dev.waybill.web.text.TestSendText;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Actions of customers: pause, resume, send a test event, resend.
public final class PortalActions {

    private final OwnEndpoints endpoints;
    private final EndpointStateService states;
    private final TestSends tests;
    private final SendAgain again;
    private final ReplayService replays;

    public PortalActions(
            OwnEndpoints endpoints,
            EndpointStateService states,
            TestSends tests,
            SendAgain again,
            ReplayService replays) {
        this.endpoints = endpoints;
        this.states = states;
        this.tests = tests;
        this.again = again;
        this.replays = replays;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(
                pages.action(
                        Capability.MANAGE_ENDPOINTS,
                        "/portal/endpoints/{id}/pause",
                        (visit, _) -> turn(visit, EndpointAction.PAUSE, Notice.PAUSED)),
                pages.action(
                        Capability.MANAGE_ENDPOINTS,
                        "/portal/endpoints/{id}/resume",
                        (visit, _) -> turn(visit, EndpointAction.RESUME, Notice.RESUMED)),
                pages.action(
                        Capability.MANAGE_ENDPOINTS,
                        "/portal/endpoints/{id}/enable",
                        (visit, _) -> turn(visit, EndpointAction.ENABLE, Notice.ENABLED)),
                pages.action(Capability.SEND_TESTS, "/portal/endpoints/{id}/test", this::test),
                pages.action(Capability.RESEND, "/portal/deliveries/{id}/resend", this::resend),
                pages.action(Capability.RESEND, "/portal/endpoints/{id}/recover", this::recover));
    }

    private Response turn(PortalVisit visit, EndpointAction action, Notice notice)
            throws SQLException {
        var endpoint = endpoints.named(visit);
        var command = new ChangeEndpointState(endpoint.id(), action, null);
        return switch (states.change(command, new Violations(), visit.actor())) {
            case StateChanged.Done _ -> PortalPages.done(OwnEndpoints.page(endpoint), notice);
            case StateChanged.Invalid(var all) -> throw FormProblem.of(all, Map.of());
            case StateChanged.NotPossible(var why) -> throw Problem.of(ProblemType.CONFLICT, why);
            case StateChanged.Busy _ -> throw Problem.unavailable(EndpointMessages.STILL_ENDING);
            case StateChanged.NotFound _ -> throw OwnEndpoints.notFound();
        };
    }

    private Response test(PortalVisit visit, Form form) throws InterruptedException {
        var type = form.text("event_type");
        var command =
                new SendTest(
                        endpoints.named(visit),
                        type.isEmpty() ? null : type,
                        Audience.CUSTOMERS,
                        null);
        var delivery = TestSendText.deliveryOf(tests.send(command, visit.actor()));
        return PortalPages.done(delivery(delivery), Notice.TESTED);
    }

    private Response resend(PortalVisit visit, Form form) throws SQLException {
        var made =
                IdKind.DELIVERY
                        .parse(visit.request().part("id"))
                        .orElseThrow(PortalDeliveryPage::notFound);
        return PortalPages.done(
                delivery(
                        again.send(visit.actor(), made, visit.scope(), visit.request(), form)
                                .orElseThrow(PortalDeliveryPage::notFound)),
                Notice.RESENT);
    }

    /// Resends the events that an endpoint did not receive since a time, and those captured while
    /// it was disabled.
    private Response recover(PortalVisit visit, Form form) {
        var endpoint = endpoints.named(visit);
        var asked = TimeRange.of(Optional.of(form.text("since"))).since(visit.now());
        // Events captured before the endpoint was created were not missed.
        var since = asked.isAfter(endpoint.createdAt()) ? asked : endpoint.createdAt();
        var events =
                new EndpointEvents(
                        endpoint,
                        new EndpointEvents.Since.Time(since),
                        null,
                        List.of(),
                        List.of(EventOutcome.FAILED, EventOutcome.EXPIRED, EventOutcome.MISSED));
        var command =
                new StartReplay(
                        visit.caller(),
                        events,
                        events.json().toString(),
                        PaceChoice.DEFAULT,
                        null,
                        null,
                        null,
                        visit.now());
        var key = FormToken.key(visit.request(), form);
        return switch (replays.start(command, new Violations(), key, visit.actor())) {
            case Start.Started _ -> recovering(endpoint);
            case Start.Repeated _ -> recovering(endpoint);
            case Start.Clash _ -> throw conflict(EndpointMessages.RELOAD);
            case Start.TooManyOpen(var full) -> throw conflict(tooMany(full));
            case Start.Busy _ -> throw conflict(EndpointMessages.PREPARING);
            case Start.TooLarge _ -> throw conflict(EndpointMessages.TOO_LARGE);
            case Start.Invalid(var all) -> throw FormProblem.of(all, Map.of());
            case Start.NotAllowed _, Start.Changed _ ->
                    throw new AssertionError("a replay of one endpoint, without a number");
        };
    }

    private static String tooMany(ReplaySlots.Full full) {
        return switch (full) {
            case APP -> EndpointMessages.stillSending(ReplaySlots.APP_MAX);
            case APP_UNFINISHED -> EndpointMessages.stillRetrying(ReplaySlots.APP_UNFINISHED_MAX);
            case CUSTOMERS, PLATFORM -> EndpointMessages.TOO_MANY;
        };
    }

    private static Response recovering(Endpoint endpoint) {
        return PortalPages.done(OwnEndpoints.page(endpoint), Notice.RECOVERING);
    }

    private static Problem conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail);
    }

    private static Link delivery(UUID id) {
        return Link.to(Tab.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(id));
    }
}

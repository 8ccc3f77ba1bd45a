package dev.waybill.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.audit.Act;
import dev.waybill.audit.Trail;
import dev.waybill.capture.Capture;
import dev.waybill.capture.CaptureResult;
import dev.waybill.capture.Publication;
import dev.waybill.catalogue.EventTypes;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EndpointState;
import dev.waybill.domain.Scope;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.query.EventQuery;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// Sends one event to one endpoint, whatever it takes, the way of any other.
public final class TestSends {

    /// What is sent if no type is asked for.
    public static final String TYPE = "waybill.test";

    /// Whoever tests is waiting. A life so short also means two attempts at most, and that the
    /// breaker, which may be what is being looked into, lets it pass.
    private static final Duration LIFE = Duration.ofMinutes(1);

    private final Trail<Endpoint> trail;
    private final EventTypes types;
    private final Capture capture;
    private final EventQuery events;
    private final InstantSource clock;

    public TestSends(
            Trail<Endpoint> trail,
            EventTypes types,
            Capture capture,
            EventQuery events,
            InstantSource clock) {
        this.trail = trail;
        this.types = types;
        this.capture = capture;
        this.events = events;
        this.clock = clock;
    }

    /// What was sent.
    public record Sent(UUID eventId, String eventType, UUID deliveryId) {}

    public Sent send(Endpoint endpoint, ObjectNode json, Act act) throws InterruptedException {
        var fields = new Fields(json, "event_type");
        if (endpoint.state() != EndpointState.ACTIVE) {
            throw Problem.of(
                    ProblemType.CONFLICT,
                    "The endpoint is " + endpoint.state().word() + ": nothing is sent to it.");
        }
        var publication =
                fields.text("event_type", 200)
                        .map(type -> publication(endpoint, type, example(type)))
                        .orElseGet(() -> publication(endpoint, TYPE, "{\"test\":true}"));
        trail.did(act, "tested", endpoint, Json.object().put("event_type", publication.type()));
        var result = capture.publish(List.of(publication)).getFirst();
        if (!(result instanceof CaptureResult.Captured captured)) {
            throw PublishApi.problem(result);
        }
        return sent(captured);
    }

    private String example(String type) {
        var example = types.find(type).map(found -> found.example()).orElse(null);
        if (example == null) {
            throw Problem.invalid(
                    "/event_type", "There is no event type " + type + " with an example.");
        }
        return example;
    }

    private Publication publication(Endpoint endpoint, String type, String data) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Publication(
                endpoint.appId(),
                endpoint.mode(),
                null,
                type,
                data.getBytes(UTF_8),
                now,
                now.plus(LIFE),
                null,
                null,
                List.of(),
                null,
                endpoint.id());
    }

    private Sent sent(CaptureResult.Captured captured) {
        var event = captured.event();
        var delivery =
                events.deliveries(event.id(), new Scope(event.appId(), event.mode()), 1).stream()
                        .findFirst()
                        .orElseThrow(() ->
                                Problem.of(
                                        ProblemType.CONFLICT,
                                        "The endpoint was disabled or deleted meanwhile."));
        return new Sent(event.id(), event.type(), delivery.id());
    }
}

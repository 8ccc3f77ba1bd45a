package dev.waybill.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.engine.capture.Capture;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.Publication;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.events.EventDetail;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.redelivery.SendWindow;
import dev.waybill.infra.db.Database;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Sends one event to one endpoint, whatever it takes, the way of any other.
public final class TestSends {

    /// What is sent if no type is asked for.
    public static final String TYPE = "waybill.test";

    /// Whoever tests is waiting. A life so short also means two attempts at most, and that the
    /// breaker, which may be what is being looked into, lets it pass.
    private static final Duration LIFE = Duration.ofMinutes(1);

    private final Database database;
    private final AuditTrail<Endpoint> trail;
    private final EventTypes types;
    private final Capture capture;
    private final EventQuery events;
    private final InstantSource clock;
    private final SendWindow window = new SendWindow();

    public TestSends(
            Database database,
            AuditTrail<Endpoint> trail,
            EventTypes types,
            Capture capture,
            EventQuery events,
            InstantSource clock) {
        this.database = database;
        this.trail = trail;
        this.types = types;
        this.capture = capture;
        this.events = events;
        this.clock = clock;
    }

    /// What was sent.
    ///
    /// @param repeated whether the same request sent it before
    public record Sent(UUID eventId, String eventType, UUID deliveryId, boolean repeated) {}

    /// Sends a test, or finds the one that the same request sent before.
    ///
    /// @param audience who asks: types that are hidden from customers do not exist for them
    public Sent send(
            Endpoint endpoint,
            ObjectNode json,
            Audience audience,
            @Nullable IdempotencyKey key,
            Actor act)
            throws InterruptedException {
        var fields = new Fields(json, "event_type");
        var once = key == null ? null : publishKey(key);
        var before = once == null ? Optional.<UUID>empty() : sentBefore(endpoint, once);
        if (before.isPresent()) {
            return sent(before.get(), endpoint, true);
        }
        if (endpoint.state() != EndpointState.ACTIVE) {
            throw Problem.of(
                    ProblemType.CONFLICT,
                    "The endpoint is " + endpoint.state().code() + ": nothing is sent to it.");
        }
        var type = fields.text("event_type", 200);
        var data = type.map(name -> example(name, audience)).orElse("{\"test\":true}");
        var publication = publication(endpoint, type.orElse(TYPE), data, once);
        takeTurn(endpoint);
        trail.did(act, "tested", endpoint, Json.object().put("event_type", publication.type()));
        return switch (capture.publish(List.of(publication)).getFirst()) {
            case CaptureResult.Captured(var event, _, _) -> sent(event.id(), endpoint, false);
            case CaptureResult.Repeated(var eventId) -> sent(eventId, endpoint, true);
            case CaptureResult.Clash refused -> throw PublishApi.problem(refused);
            case CaptureResult.Unconfirmed refused -> throw PublishApi.problem(refused);
            case CaptureResult.Invalid refused -> throw PublishApi.problem(refused);
            case CaptureResult.Unstorable refused -> throw PublishApi.problem(refused);
        };
    }

    /// Under a name of its own: no customer must be able to use up a key that the platform will
    /// publish with. No Idempotency-Key has a blank in it.
    private static PublishKey publishKey(IdempotencyKey key) {
        return new PublishKey(
                PublishKey.Kind.IDEMPOTENCY_KEY, "test " + key.key(), 0, key.fingerprint());
    }

    private Optional<UUID> sentBefore(Endpoint endpoint, PublishKey key) {
        return events.published(endpoint.appId(), endpoint.mode(), key.key(), key.fingerprint());
    }

    private void takeTurn(Endpoint endpoint) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var wait = window.take(database, endpoint.id(), SendWindow.Kind.TEST, now);
        if (wait.isPresent()) {
            throw Problem.rateLimited(
                    "An endpoint can be sent "
                            + SendWindow.Kind.TEST.max()
                            + " tests within a minute. Try again in "
                            + (wait.get().toSeconds() + 1)
                            + " s.",
                    wait.get());
        }
    }

    private String example(String type, Audience audience) {
        var example =
                types.find(type)
                        .filter(found -> !found.hidden() || audience == Audience.OPERATORS)
                        .map(CatalogType::example)
                        .orElse(null);
        if (example == null) {
            throw Problem.invalid(
                    "/event_type", "There is no event type " + type + " with an example.");
        }
        return example;
    }

    private Publication publication(
            Endpoint endpoint, String type, String data, @Nullable PublishKey key) {
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
                key == null ? List.of() : List.of(key),
                null,
                endpoint.id());
    }

    private Sent sent(UUID eventId, Endpoint endpoint, boolean repeated) {
        // The oldest: the test itself, and not a resend of it.
        var delivery =
                events.deliveries(eventId, scope(endpoint), EventDetail.DELIVERIES_MAX).stream()
                        .findFirst()
                        .orElseThrow(() ->
                                Problem.of(
                                        ProblemType.CONFLICT,
                                        "The endpoint was disabled or deleted meanwhile."));
        return new Sent(eventId, delivery.eventType(), delivery.id(), repeated);
    }

    private static Scope scope(Endpoint endpoint) {
        return new Scope(endpoint.appId(), endpoint.mode());
    }
}

package dev.waybill.feature.testsends;

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
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// Sends a test event to one endpoint, regardless of its event types. It is captured and delivered
/// like any other event.
public final class TestSends {

    /// The event type of a test if the request names none.
    public static final String TYPE = "waybill.test";

    private static final String DATA = "{\"test\":true}";

    /// A user waits for the result. The short lifetime also limits the test to two attempts, and
    /// lets it pass the breaker, which may be under investigation.
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

    /// Asks to send a test to an endpoint.
    ///
    /// @param type the event type whose example is sent; null for [#TYPE]
    /// @param audience who asks: types that are hidden from customers do not exist for them
    /// @param key makes a repeated request find the test that the first one sent
    public record SendTest(
            Endpoint endpoint,
            @Nullable String type,
            Audience audience,
            @Nullable IdempotencyKey key) {}

    /// The result of a request for a test.
    public sealed interface Result {

        record Sent(UUID eventId, String eventType, UUID deliveryId) implements Result {}

        /// The same request sent it before.
        record Repeated(UUID eventId, String eventType, UUID deliveryId) implements Result {}

        /// The endpoint is not active.
        record NotActive(EndpointState state) implements Result {}

        /// There is no event type of this name that has an example.
        record NoExample(String type) implements Result {}

        /// The endpoint was disabled or deleted meanwhile.
        record EndpointGone() implements Result {}

        record TooMany(Duration retryAfter) implements Result {}

        /// The event was not captured.
        record NotCaptured(CaptureResult why) implements Result {}
    }

    /// Sends a test, or finds the one that the same request sent before.
    public Result send(SendTest command, Actor actor) throws InterruptedException {
        var endpoint = command.endpoint();
        var once = command.key() == null ? null : publishKey(command.key());
        var before = once == null ? Optional.<UUID>empty() : sentBefore(endpoint, once);
        if (before.isPresent()) {
            return sent(before.get(), endpoint, true);
        }
        if (endpoint.state() != EndpointState.ACTIVE) {
            return new Result.NotActive(endpoint.state());
        }
        var type = command.type();
        var data = DATA;
        if (type != null) {
            var example = example(type, command.audience());
            if (example == null) {
                return new Result.NoExample(type);
            }
            data = example;
        }
        var wait = takeTurn(endpoint);
        if (wait.isPresent()) {
            return new Result.TooMany(wait.get());
        }
        var publication = publication(endpoint, type == null ? TYPE : type, data, once);
        var note = JsonNodeFactory.instance.objectNode().put("event_type", publication.type());
        trail.did(actor, "tested", endpoint, note);
        return switch (capture.publish(List.of(publication)).getFirst()) {
            case CaptureResult.Captured(var event, _, _) -> sent(event.id(), endpoint, false);
            case CaptureResult.Repeated(var eventId) -> sent(eventId, endpoint, true);
            case CaptureResult other -> new Result.NotCaptured(other);
        };
    }

    /// With a prefix, so that no customer can use up a key that the platform publishes with. An
    /// Idempotency-Key contains no blank.
    private static PublishKey publishKey(IdempotencyKey key) {
        return new PublishKey(
                PublishKey.Kind.IDEMPOTENCY_KEY, "test " + key.key(), 0, key.fingerprint());
    }

    private Optional<UUID> sentBefore(Endpoint endpoint, PublishKey key) {
        return events.published(endpoint.appId(), endpoint.mode(), key.key(), key.fingerprint());
    }

    private Optional<Duration> takeTurn(Endpoint endpoint) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return window.take(database, endpoint.id(), SendWindow.Kind.TEST, now);
    }

    private @Nullable String example(String type, Audience audience) {
        return types.find(type)
                .filter(found -> !found.hidden() || audience == Audience.OPERATORS)
                .map(CatalogType::example)
                .orElse(null);
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

    private Result sent(UUID eventId, Endpoint endpoint, boolean repeated) {
        // The oldest is the test itself. Later ones are resends of it.
        var deliveries = events.deliveries(eventId, scope(endpoint), EventDetail.DELIVERIES_MAX);
        if (deliveries.isEmpty()) {
            return new Result.EndpointGone();
        }
        var delivery = deliveries.getFirst();
        return repeated
                ? new Result.Repeated(eventId, delivery.event().type(), delivery.id())
                : new Result.Sent(eventId, delivery.event().type(), delivery.id());
    }

    private static Scope scope(Endpoint endpoint) {
        return new Scope(endpoint.appId(), endpoint.mode());
    }
}

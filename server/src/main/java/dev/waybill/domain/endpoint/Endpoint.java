package dev.waybill.domain.endpoint;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.domain.event.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A URL to which an app's events are sent, with its settings, credentials and state.
public record Endpoint(
        UUID id,
        UUID appId,
        Mode mode,
        EndpointSettings settings,
        Credentials credentials,
        Standing standing,
        Instant createdAt,
        Instant updatedAt,
        boolean deleted) {

    public static final int IN_FLIGHT_DEFAULT = DeliveryLimits.IN_FLIGHT_DEFAULT;

    public String url() {
        return settings.url();
    }

    public String description() {
        return settings.description();
    }

    public List<String> eventTypes() {
        return settings.eventTypes();
    }

    public @Nullable String retryPolicy() {
        return settings.retryPolicy();
    }

    public Duration timeLimit() {
        return settings.limits().timeLimit();
    }

    public int inFlightMax() {
        return settings.limits().inFlightMax();
    }

    /// Requests a second; null for no limit.
    public @Nullable Double rateLimit() {
        return settings.limits().rateLimit();
    }

    public HealthRules healthRules() {
        return settings.healthRules();
    }

    public OrderRules orderRules() {
        return settings.orderRules();
    }

    public @Nullable String ownerEmail() {
        return settings.ownerEmail();
    }

    public EventFormat format() {
        return settings.format();
    }

    public EndpointState state() {
        return standing.state();
    }

    public Endpoint with(Standing now) {
        return with(credentials, now, updatedAt);
    }

    public Endpoint with(Credentials others, Instant changedAt) {
        return with(others, standing, changedAt);
    }

    public Endpoint with(EndpointSettings others, Credentials credentials, Instant changedAt) {
        return new Endpoint(
                id, appId, mode, others, credentials, standing, createdAt, changedAt, deleted);
    }

    private Endpoint with(Credentials credentials, Standing standing, Instant updatedAt) {
        return new Endpoint(
                id, appId, mode, settings, credentials, standing, createdAt, updatedAt, deleted);
    }

    /// Whether the endpoint receives events of this type.
    public boolean takes(String eventType) {
        return eventTypes().stream().anyMatch(pattern -> EventType.matches(pattern, eventType));
    }

    /// Keeps secrets out of logs and messages.
    @Override
    public String toString() {
        return "Endpoint[" + IdKind.ENDPOINT.format(id) + " " + standing.state() + "]";
    }
}

package dev.waybill.domain.endpoint;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Where an app receives, with its filters, credentials and policy.
///
/// @param rateLimit requests a second; null for as many as it can take
public record Endpoint(
        UUID id,
        UUID appId,
        Mode mode,
        String url,
        String description,
        List<String> eventTypes,
        @Nullable String retryPolicy,
        Duration timeLimit,
        int inFlightMax,
        @Nullable Double rateLimit,
        HealthRules healthRules,
        OrderRules orderRules,
        @Nullable String ownerEmail,
        Credentials credentials,
        Standing standing,
        Instant createdAt,
        Instant updatedAt,
        boolean deleted) {

    /// Enough to keep a receiver with 20 ms answers at over a thousand a second.
    public static final int IN_FLIGHT_DEFAULT = 32;

    public Endpoint {
        eventTypes = List.copyOf(eventTypes);
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

    private Endpoint with(Credentials credentials, Standing standing, Instant updatedAt) {
        return new Endpoint(
                id,
                appId,
                mode,
                url,
                description,
                eventTypes,
                retryPolicy,
                timeLimit,
                inFlightMax,
                rateLimit,
                healthRules,
                orderRules,
                ownerEmail,
                credentials,
                standing,
                createdAt,
                updatedAt,
                deleted);
    }

    /// Whether an event of this type is for this endpoint.
    public boolean takes(String eventType) {
        return eventTypes.stream().anyMatch(pattern -> EventType.matches(pattern, eventType));
    }

    /// Secrets stay out of logs and messages, whoever prints an endpoint.
    @Override
    public String toString() {
        return "Endpoint[" + IdKind.ENDPOINT.format(id) + " " + standing.state() + "]";
    }
}

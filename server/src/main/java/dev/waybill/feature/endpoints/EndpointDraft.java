package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.DeliveryLimits;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.HealthRules;
import dev.waybill.domain.endpoint.OrderRules;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.endpoint.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What is asked for when an endpoint is created, checked and with defaults filled in.
public record EndpointDraft(
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
        SignatureScheme scheme,
        String secret,
        Map<String, String> headers) {

    public EndpointDraft {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /// Neither does a draft tell its secrets to whoever prints it.
    @Override
    public String toString() {
        return "EndpointDraft[" + url + "]";
    }

    /// Long enough for a receiver that does a little work first; short enough that a hung one costs
    /// little.
    public static final Duration TIME_LIMIT_DEFAULT = Duration.ofSeconds(15);

    public static final Duration TIME_LIMIT_MIN = Duration.ofSeconds(1);
    public static final Duration TIME_LIMIT_MAX = Duration.ofSeconds(30);

    public static final int IN_FLIGHT_MAX = 256;

    /// One request in a thousand seconds; slower is not a rate.
    public static final double RATE_LIMIT_MIN = 0.001;

    /// More than one endpoint is ever sent.
    public static final double RATE_LIMIT_MAX = 100_000;

    public static final int DISABLE_AFTER_FAILURES_MAX = 1_000_000;

    /// A year of dead letters.
    public static final int PAUSE_AFTER_SECONDS_MAX = 31_536_000;

    Endpoint endpoint(UUID id, Credentials credentials, Instant now) {
        return new Endpoint(
                id,
                appId,
                mode,
                new EndpointSettings(
                        url,
                        description,
                        eventTypes,
                        retryPolicy,
                        new DeliveryLimits(timeLimit, inFlightMax, rateLimit),
                        healthRules,
                        orderRules,
                        ownerEmail),
                credentials,
                Standing.active(now),
                now,
                now,
                false);
    }
}

package dev.waybill.engine.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event type in the catalog.
///
/// @param guidance what a consumer should check
/// @param hidden whether customers do not see it, in the portal and in the public catalog
public record CatalogType(
        String name,
        String description,
        String guidance,
        DeliveryRules delivery,
        Payload payload,
        boolean deprecated,
        boolean hidden,
        Instant createdAt,
        Instant updatedAt) {

    /// How events of the type are delivered.
    ///
    /// @param expiresAtPointer where `data` carries its own expiry, as a JSON pointer
    /// @param attemptsMax caps the attempts of every retry policy
    /// @param retryPolicy the name of a policy, or one inline as JSON
    public record DeliveryRules(
            @Nullable Integer ttlSeconds,
            @Nullable String expiresAtPointer,
            @Nullable Integer attemptsMax,
            @Nullable String retryPolicy) {

        /// No rules: events do not expire, and the endpoint or the mode chooses the policy.
        public static final DeliveryRules NONE = new DeliveryRules(null, null, null, null);
    }

    /// The `data` of events of the type.
    ///
    /// @param schema as JSON text
    /// @param validate whether a publish that breaks the schema is refused
    /// @param example as JSON text
    public record Payload(@Nullable String schema, boolean validate, @Nullable String example) {

        public static final Payload ANY = new Payload(null, false, null);
    }
}

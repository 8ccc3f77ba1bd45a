package dev.waybill.engine.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An event type in the catalog.
///
/// @param validate whether a publish that violates the schema is refused
/// @param schema the JSON Schema of `data`, as it was written
public record CatalogType(
        String name,
        Documentation documentation,
        DeliveryRules rules,
        @Nullable String schema,
        boolean validate,
        Instant createdAt,
        Instant updatedAt) {

    /// The description of the type for its readers.
    ///
    /// @param hidden whether customers do not see it: neither the portal nor the public catalog
    ///   lists it
    public record Documentation(
            String description,
            String guidance,
            @Nullable String example,
            boolean deprecated,
            boolean hidden) {

        public static final Documentation NONE = new Documentation("", "", null, false, false);
    }

    /// The rules that deliveries of the type follow.
    ///
    /// @param expiresAtPointer the JSON pointer to the expiry time in `data`
    /// @param attemptsMax caps the attempts of every retry policy
    /// @param retryPolicy the name of a policy, or a policy as JSON
    public record DeliveryRules(
            @Nullable Integer ttlSeconds,
            @Nullable String expiresAtPointer,
            @Nullable Integer attemptsMax,
            @Nullable String retryPolicy) {

        public static final DeliveryRules NONE = new DeliveryRules(null, null, null, null);
    }

    public String description() {
        return documentation.description();
    }

    public String guidance() {
        return documentation.guidance();
    }

    public @Nullable String example() {
        return documentation.example();
    }

    public boolean deprecated() {
        return documentation.deprecated();
    }

    public boolean hidden() {
        return documentation.hidden();
    }

    public @Nullable Integer ttlSeconds() {
        return rules.ttlSeconds();
    }

    public @Nullable String expiresAtPointer() {
        return rules.expiresAtPointer();
    }

    public @Nullable Integer attemptsMax() {
        return rules.attemptsMax();
    }

    public @Nullable String retryPolicy() {
        return rules.retryPolicy();
    }
}

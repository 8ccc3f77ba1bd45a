package dev.waybill.engine.catalog;

import dev.waybill.domain.event.ExpiryRule;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of checking the data of one event against the catalog.
///
/// @param rules the rules that were applied; null if the type has none
/// @param expiry the expiry in the data itself
public record SchemaCheck(
        @Nullable TypeRules rules, @Nullable Instant expiry, List<SchemaViolation> violations) {

    public static final SchemaCheck NO_RULES = new SchemaCheck(null, null, List.of());

    public boolean isValid() {
        return violations.isEmpty();
    }

    /// The expiry of an event that does not set one itself; null for never.
    public @Nullable Expiry expiryOf(Instant createdAt) {
        if (expiry != null) {
            return new Expiry(expiry, ExpiryRule.POINTER);
        }
        var ofType = rules == null ? null : rules.expiryOf(createdAt);
        return ofType == null ? null : new Expiry(ofType, ExpiryRule.TYPE);
    }
}

package dev.waybill.engine.catalog;

import dev.waybill.domain.event.ExpiryRule;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the catalogue has to say about the data of one event.
///
/// @param rules by which it was judged; null if its type has none
/// @param expiry that the data itself carries
public record SchemaCheck(
        @Nullable TypeRules rules, @Nullable Instant expiry, List<SchemaViolation> violations) {

    public static final SchemaCheck NO_RULES = new SchemaCheck(null, null, List.of());

    public boolean isSound() {
        return violations.isEmpty();
    }

    /// When an event that says nothing about it goes stale; null for never.
    public @Nullable Expiry expiryOf(Instant createdAt) {
        if (expiry != null) {
            return new Expiry(expiry, ExpiryRule.POINTER);
        }
        var ofType = rules == null ? null : rules.expiryOf(createdAt);
        return ofType == null ? null : new Expiry(ofType, ExpiryRule.TYPE);
    }
}

package dev.waybill.domain.event;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What set the expiry of an event, in the order in which they count.
public enum ExpiryRule {
    /// `expires_at` or `ttl_seconds` of the publish.
    EVENT,
    /// A time in the data, where its event type says to look.
    POINTER,
    /// The TTL of its event type.
    TYPE;

    /// How the rule is written in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Null for none, and for events captured before rules were recorded.
    public static @Nullable ExpiryRule of(@Nullable String word) {
        for (var rule : values()) {
            if (rule.code().equals(word)) {
                return rule;
            }
        }
        return null;
    }
}

package dev.waybill.domain.event;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The rules that can set the expiry of an event, in order of precedence.
public enum ExpiryRule {
    /// `expires_at` or `ttl_seconds` of the publish.
    EVENT,
    /// A time in the data, at the pointer of its event type.
    POINTER,
    /// The TTL of its event type.
    TYPE;

    /// The name in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Null for none, and for events captured before rules were recorded.
    public static @Nullable ExpiryRule of(@Nullable String code) {
        for (var rule : values()) {
            if (rule.code().equals(code)) {
                return rule;
            }
        }
        return null;
    }
}

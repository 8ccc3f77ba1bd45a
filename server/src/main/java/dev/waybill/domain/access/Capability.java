package dev.waybill.domain.access;

import java.util.Locale;
import java.util.Optional;

/// What a customer may do in the portal, beside looking at what is theirs.
public enum Capability {
    /// Add, change, pause, resume and delete endpoints.
    MANAGE_ENDPOINTS,
    /// See and rotate signing secrets.
    REVEAL_SECRETS,
    /// Have a test event sent.
    SEND_TESTS,
    /// Have deliveries sent again, one or all that failed.
    RESEND;

    /// How it is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Capability> of(String word) {
        for (var capability : values()) {
            if (capability.code().equals(word)) {
                return Optional.of(capability);
            }
        }
        return Optional.empty();
    }
}

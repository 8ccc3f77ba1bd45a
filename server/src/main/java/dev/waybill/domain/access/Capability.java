package dev.waybill.domain.access;

import java.util.Locale;
import java.util.Optional;

/// The permissions of a customer in the portal, in addition to reading.
public enum Capability {
    /// Add, change, pause, resume and delete endpoints.
    MANAGE_ENDPOINTS,
    /// See and rotate signing secrets.
    REVEAL_SECRETS,
    /// Send a test event.
    SEND_TESTS,
    /// Resend deliveries, one or all that failed.
    RESEND;

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Capability> of(String code) {
        for (var capability : values()) {
            if (capability.code().equals(code)) {
                return Optional.of(capability);
            }
        }
        return Optional.empty();
    }
}

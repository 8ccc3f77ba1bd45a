package dev.waybill.domain.alert;

import java.util.Locale;
import java.util.Optional;

/// How urgent an alert is. The order is that of urgency.
public enum Severity {
    WARNING,
    CRITICAL;

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Severity> of(String code) {
        for (var severity : values()) {
            if (severity.code().equals(code)) {
                return Optional.of(severity);
            }
        }
        return Optional.empty();
    }

    public boolean isAtLeast(Severity other) {
        return compareTo(other) >= 0;
    }
}

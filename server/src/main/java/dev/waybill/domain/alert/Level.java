package dev.waybill.domain.alert;

import java.util.Locale;
import java.util.Optional;

/// How far an alert `endpoint.failing` has come. Each level is notified once, in this order.
public enum Level {
    /// It has failed for an hour, unless the threshold is changed.
    FIRST(Severity.WARNING),
    /// It has failed for a day.
    SECOND(Severity.WARNING),
    /// Its deliveries are about to give up, or the first of them have.
    EXPIRING(Severity.CRITICAL),
    /// Deliveries that failed at its beginning have given up.
    LOST(Severity.CRITICAL);

    private final Severity severity;

    Level(Severity severity) {
        this.severity = severity;
    }

    public Severity severity() {
        return severity;
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Level> of(String code) {
        for (var level : values()) {
            if (level.code().equals(code)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}

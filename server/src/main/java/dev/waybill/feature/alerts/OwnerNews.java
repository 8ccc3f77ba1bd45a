package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Level;
import java.util.Locale;
import java.util.Optional;

/// What an owner is told about an alert.
enum OwnerNews {
    /// An alert without levels fired.
    FIRED,
    FIRST,
    SECOND,
    EXPIRING,
    LOST,
    RESOLVED;

    /// The name in SQL.
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<OwnerNews> of(String code) {
        for (var news : values()) {
            if (news.code().equals(code)) {
                return Optional.of(news);
            }
        }
        return Optional.empty();
    }

    static OwnerNews of(Level level) {
        return switch (level) {
            case FIRST -> FIRST;
            case SECOND -> SECOND;
            case EXPIRING -> EXPIRING;
            case LOST -> LOST;
        };
    }
}

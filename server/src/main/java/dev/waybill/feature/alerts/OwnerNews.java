package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Level;
import java.util.Locale;
import java.util.Optional;

/// What an owner is told about an alert. The order is that of urgency.
enum OwnerNews {
    RESOLVED,
    /// The endpoint was paused or disabled. Whether it works is not known.
    OUT_OF_SERVICE,
    FIRST,
    SECOND,
    EXPIRING,
    LOST,
    /// An alert without levels fired.
    FIRED;

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

    /// Whether the owner has something to do.
    boolean needsAttention() {
        return compareTo(OUT_OF_SERVICE) > 0;
    }
}

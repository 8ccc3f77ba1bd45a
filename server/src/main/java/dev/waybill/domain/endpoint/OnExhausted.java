package dev.waybill.domain.endpoint;

import dev.waybill.domain.delivery.Reason;
import java.util.Locale;
import java.util.Optional;

/// What an ordered lane does when one of its deliveries could not be delivered.
public enum OnExhausted {
    /// The next one's turn comes.
    CONTINUE,
    /// The lane stops until somebody releases it.
    HOLD;

    /// Whether a lane stops after a delivery that ended for this reason. What went stale or was
    /// called off was decided by somebody, and nobody misses it. Where the whole endpoint stops, a
    /// lane need not.
    public boolean holdsAfter(Reason reason) {
        return this == HOLD
                && switch (reason) {
                    case PERMANENT, EXHAUSTED, BLOCKED, DEADLINE -> true;
                    case TTL, GONE, ENDPOINT_DISABLED, CANCELLED, ENDPOINT_DELETED -> false;
                };
    }

    /// How it is written in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<OnExhausted> of(String word) {
        for (var choice : values()) {
            if (choice.code().equals(word)) {
                return Optional.of(choice);
            }
        }
        return Optional.empty();
    }
}

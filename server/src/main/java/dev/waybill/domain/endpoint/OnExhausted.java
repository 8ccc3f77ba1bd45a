package dev.waybill.domain.endpoint;

import dev.waybill.domain.delivery.Reason;
import java.util.Locale;
import java.util.Optional;

/// The behaviour of an ordered lane after a delivery that could not be delivered.
public enum OnExhausted {
    /// The next delivery is attempted.
    CONTINUE,
    /// The lane stops until a user releases it.
    HOLD;

    /// Whether a lane stops after a delivery that ended for this reason. A delivery that expired or
    /// was cancelled does not stop it: that was intended. Neither does a reason that stops the
    /// whole endpoint.
    public boolean holdsAfter(Reason reason) {
        return this == HOLD
                && switch (reason) {
                    case PERMANENT, EXHAUSTED, BLOCKED, DEADLINE -> true;
                    case TTL, GONE, ENDPOINT_DISABLED, CANCELLED, ENDPOINT_DELETED -> false;
                };
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<OnExhausted> of(String code) {
        for (var choice : values()) {
            if (choice.code().equals(code)) {
                return Optional.of(choice);
            }
        }
        return Optional.empty();
    }
}

package dev.waybill.web.text;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.feature.deliveries.AttemptView;
import dev.waybill.feature.deliveries.DeliveryView;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Says in a sentence why a delivery ended as it did.
public final class ReasonText {

    private static final Map<String, String> WORDS =
            Map.of(
                    "permanent",
                    "The endpoint kept giving an answer that retries do not mend: %s.",
                    "exhausted",
                    "Every attempt its retry policy allows has failed; the last: %s.",
                    "gone",
                    "The endpoint answered 410 Gone.",
                    "blocked",
                    "The endpoint's address is one that Waybill does not call.",
                    "endpoint_disabled",
                    "The endpoint was disabled while the delivery waited.",
                    "deadline",
                    "The time for retries ran out; the last attempt: %s.",
                    "cancelled",
                    "Somebody called it off.",
                    "endpoint_deleted",
                    "The endpoint was deleted while the delivery waited.");

    private ReasonText() {}

    public static @Nullable String of(DeliveryView delivery) {
        var reason = delivery.reason();
        if (reason == null) {
            return null;
        }
        if (reason.equals("ttl") && delivery.expiresAt() != null) {
            return "The event expired at "
                    + Timestamps.format(delivery.expiresAt())
                    + rule(delivery.expiresBy())
                    + ".";
        }
        return WORDS.getOrDefault(reason, reason).formatted(came(delivery.lastAttempt()));
    }

    private static String rule(@Nullable ExpiryRule rule) {
        return switch (rule) {
            case null -> "";
            case EVENT -> ", as its publish said";
            case POINTER -> ", as its data said";
            case TYPE -> ", by the TTL of its event type";
        };
    }

    private static String came(@Nullable AttemptView attempt) {
        if (attempt == null) {
            return "none was made";
        }
        return attempt.status() == null
                ? String.valueOf(attempt.error())
                : "status " + attempt.status();
    }
}

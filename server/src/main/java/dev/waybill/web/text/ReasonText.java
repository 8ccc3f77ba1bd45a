package dev.waybill.web.text;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.feature.deliveries.AttemptView;
import dev.waybill.feature.deliveries.DeliveryView;
import org.jspecify.annotations.Nullable;

/// Sentences about the end of a delivery.
public final class ReasonText {

    private ReasonText() {}

    public static @Nullable String of(DeliveryView delivery) {
        var reason = delivery.progress().reason();
        return reason == null ? null : of(reason, delivery);
    }

    private static String of(Reason reason, DeliveryView delivery) {
        var last = came(delivery.lastAttempt());
        return switch (reason) {
            case PERMANENT ->
                    "The endpoint repeated a response that retries do not change: " + last + ".";
            case EXHAUSTED ->
                    "Every attempt that the retry policy allows has failed; the last: "
                            + last
                            + ".";
            case GONE -> "The endpoint answered 410 Gone.";
            case BLOCKED -> "Waybill does not call the endpoint's address.";
            case ENDPOINT_DISABLED -> "The endpoint was disabled while the delivery waited.";
            case TTL -> expired(delivery);
            case DEADLINE -> "The time for retries ran out; the last attempt: " + last + ".";
            case CANCELLED -> "It was cancelled.";
            case ENDPOINT_DELETED -> "The endpoint was deleted while the delivery waited.";
        };
    }

    private static String expired(DeliveryView delivery) {
        return delivery.event().expiresAt() == null
                ? "The event expired."
                : "The event expired at "
                        + Timestamps.format(delivery.event().expiresAt())
                        + rule(delivery.event().expiresBy())
                        + ".";
    }

    private static String rule(@Nullable ExpiryRule rule) {
        return switch (rule) {
            case null -> "";
            case EVENT -> ", as set by the publish";
            case POINTER -> ", as set by its data";
            case TYPE -> ", as set by the TTL of its event type";
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

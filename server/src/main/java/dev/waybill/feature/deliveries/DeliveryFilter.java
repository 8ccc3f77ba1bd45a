package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.DeliveryState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which deliveries a list shows; what is null does not narrow it.
///
/// @param cause what the last failed attempt came to, as a group of dead letters names it
/// @param lastFailure why its last attempt had no answer, in a word; not of what was delivered
/// @param byEnd whether `since` and `until` are about its end, and not about its capture
/// @param deadLetter only dead letters: those that are [#OPEN], [#CLOSED] or [#ANY]
public record DeliveryFilter(
        @Nullable DeliveryState state,
        @Nullable String reason,
        @Nullable UUID endpointId,
        @Nullable String eventType,
        @Nullable Statuses status,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable String cause,
        @Nullable String deadLetter,
        @Nullable String lastFailure,
        boolean byEnd) {

    /// A last failure that stands for two, which customers are not told apart: no connection could
    /// be made, and the address is one that is not called.
    public static final String UNREACHED = "unreached";

    /// The same as a reason.
    public static final String EXHAUSTED_OR_BLOCKED = "exhausted_or_blocked";

    public static DeliveryFilter letters(String word) {
        return new DeliveryFilter(
                null, null, null, null, null, null, null, null, word, null, false);
    }

    public static DeliveryFilter ofEndpoint(UUID endpointId) {
        return new DeliveryFilter(
                null, null, endpointId, null, null, null, null, null, null, null, false);
    }

    public static final String OPEN = "open";

    public static final String CLOSED = "closed";

    public static final String ANY = "any";

    /// Whether this says which dead letters.
    public static boolean isLetterWord(String word) {
        return word.equals(OPEN) || word.equals(CLOSED) || word.equals(ANY);
    }
}

package dev.waybill.query;

import dev.waybill.domain.DeliveryState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which deliveries a list shows; what is null does not narrow it.
///
/// @param cause what the last failed attempt came to, as a group of dead letters names it
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
        @Nullable String deadLetter) {

    public static final String OPEN = "open";

    public static final String CLOSED = "closed";

    public static final String ANY = "any";

    /// Whether this says which dead letters.
    public static boolean isLetterWord(String word) {
        return word.equals(OPEN) || word.equals(CLOSED) || word.equals(ANY);
    }
}

package dev.waybill.feature.replays;

import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One event to one endpoint, within a replay.
///
/// @param ordinal its place in the replay, from 1
/// @param repeats the delivery to be repeated; null if there was none
/// @param madeId the delivery that was created; null if none could be
/// @param ended null until the result is known
public record ReplayItem(
        long ordinal,
        UUID eventId,
        UUID endpointId,
        @Nullable UUID repeats,
        @Nullable UUID madeId,
        @Nullable Ended ended) {

    /// How an item ended.
    public enum Ended {
        DELIVERED,
        FAILED,
        /// No delivery could be created: the endpoint was gone, or the event had expired.
        SKIPPED;

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static @Nullable Ended of(@Nullable String word) {
            for (var ended : values()) {
                if (ended.code().equals(word)) {
                    return ended;
                }
            }
            return null;
        }
    }
}

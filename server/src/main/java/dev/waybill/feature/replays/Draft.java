package dev.waybill.feature.replays;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.replay.ReplayPace;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A validated request for a replay.
///
/// @param asked the selection as JSON, to be shown
/// @param appId the app that may see it; null for a replay of the platform
/// @param endpointId null for one by filter
/// @param byCustomer whether a customer asks, and not the platform
/// @param pace how fast
/// @param expected the number of deliveries that the caller was shown: with another number nothing
///   is started; null for any number
public record Draft(
        ReplaySelection selection,
        String asked,
        @Nullable UUID appId,
        Mode mode,
        @Nullable UUID endpointId,
        boolean byCustomer,
        Speed pace,
        Instant startAt,
        String reason,
        @Nullable Long expected) {

    /// The pace of a replay.
    public sealed interface Speed {

        /// Evenly over a time.
        record Spread(Duration time) implements Speed {}

        record PerSecond(double rate) implements Speed {}

        /// The default pace.
        record Default() implements Speed {}

        default double of(long total) {
            return switch (this) {
                case Spread(var time) -> ReplayPace.spread(total, time);
                case PerSecond(double rate) -> rate;
                case Default() -> ReplayPace.byDefault(total);
            };
        }
    }
}

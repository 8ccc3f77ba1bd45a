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
/// @param expected what they were told it comes to, and nothing else is to start; null if nothing
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

    /// How fast it is to go.
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

package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.RetryPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a delivery is tried by, for life: settled once, when it is made or made again.
///
/// @param attemptsMax what its event type allows, if that is less than its policy does
/// @param pauseMark how many milliseconds its endpoint had been paused in all; null for none, as
///   nearly all are
public record Terms(
        RetryPolicy policy,
        @Nullable Integer attemptsMax,
        Instant giveUpAt,
        @Nullable Long pauseMark) {}

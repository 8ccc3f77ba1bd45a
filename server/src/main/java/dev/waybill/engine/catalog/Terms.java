package dev.waybill.engine.catalog;

import dev.waybill.domain.retry.RetryPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The retry rules of a delivery, fixed when it is created or resent.
///
/// @param attemptsMax the limit of its event type, if it is lower than that of its policy
/// @param pauseMark the total pauses of its endpoint in milliseconds; null for none
public record Terms(
        RetryPolicy policy,
        @Nullable Integer attemptsMax,
        Instant giveUpAt,
        @Nullable Long pauseMark) {}

package dev.waybill.feature.replays;

import dev.waybill.domain.access.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Asks to start or plan a replay.
///
/// @param asked the criteria as JSON as the caller wrote them, to be stored with the replay
/// @param startAt null for at once
/// @param reason for the audit log; null if none is given
/// @param expectedTotal the number of deliveries that the caller was shown: with another number
///   nothing is started; null for any number
/// @param now the time of the request, from which defaults and limits count
public record StartReplay(
        Caller caller,
        ReplayCriteria criteria,
        String asked,
        PaceChoice pace,
        @Nullable Instant startAt,
        @Nullable String reason,
        @Nullable Integer expectedTotal,
        Instant now) {}

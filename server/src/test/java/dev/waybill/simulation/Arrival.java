package dev.waybill.simulation;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A request as its receiver saw it, and the database's state at that moment.
///
/// @param startedAt by the clock of the process that sent it
/// @param at when it came
/// @param lifeId the process that sent it, as the database knew it
/// @param endsAt when its answer came, or its time limit ran out
/// @param accepted the receiver has taken it in
/// @param answered and said so in time
record Arrival(
        UUID deliveryId,
        int attempt,
        Instant startedAt,
        Instant at,
        Instant endsAt,
        UUID lifeId,
        @Nullable UUID lease,
        boolean accepted,
        boolean answered) {}

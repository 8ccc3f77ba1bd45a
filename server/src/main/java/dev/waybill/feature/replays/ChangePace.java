package dev.waybill.feature.replays;

import dev.waybill.domain.access.Caller;
import java.util.UUID;

/// Asks to change the pace of the remaining deliveries of a replay.
public record ChangePace(Caller caller, UUID id, PaceChoice pace) {}

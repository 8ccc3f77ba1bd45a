package dev.waybill.feature.replays;

import dev.waybill.domain.access.Caller;
import java.util.UUID;

/// Asks to send what is left of a replay at another pace.
public record ChangePace(Caller caller, UUID id, PaceChoice pace) {}

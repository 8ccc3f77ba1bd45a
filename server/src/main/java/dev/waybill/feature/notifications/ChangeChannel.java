package dev.waybill.feature.notifications;

import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.command.Update;
import java.util.List;
import java.util.UUID;

/// Asks to change a channel. A secret is changed by creating another channel.
public record ChangeChannel(
        UUID id,
        Update<String> name,
        Update<Severity> severity,
        Update<List<String>> addresses,
        Update<Boolean> paused) {}

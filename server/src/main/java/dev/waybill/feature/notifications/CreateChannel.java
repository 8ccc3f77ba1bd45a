package dev.waybill.feature.notifications;

import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.command.Update;
import dev.waybill.engine.capture.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks for a new channel.
///
/// @param url of a Slack webhook, or of a service that takes the events of PagerDuty
/// @param routingKey of PagerDuty
/// @param key makes a repeated request find the channel that the first one made
public record CreateChannel(
        @Nullable ChannelKind kind,
        @Nullable String name,
        Update<Severity> severity,
        List<String> addresses,
        @Nullable String url,
        @Nullable String routingKey,
        @Nullable IdempotencyKey key) {

    public CreateChannel {
        addresses = List.copyOf(addresses);
    }

    /// Keeps secrets out of logs and messages.
    @Override
    public String toString() {
        return "CreateChannel[" + kind + "]";
    }
}

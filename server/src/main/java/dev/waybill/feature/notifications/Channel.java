package dev.waybill.feature.notifications;

import dev.waybill.domain.alert.Severity;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A place where operators are notified.
///
/// @param severity alerts that are less urgent are not sent
public record Channel(
        UUID id,
        ChannelKind kind,
        String name,
        Severity severity,
        Target target,
        boolean paused,
        Health health,
        Instant createdAt,
        Instant updatedAt) {

    /// Where messages go.
    ///
    /// @param addresses of a channel of the kind email
    /// @param host the part of a secret URL that may be shown
    /// @param sealed the URL or key, encrypted
    public record Target(List<String> addresses, @Nullable String host, byte @Nullable [] sealed) {

        public static final Target NONE = new Target(List.of(), null, null);

        public Target {
            addresses = List.copyOf(addresses);
        }
    }

    /// Whether messages arrive.
    ///
    /// @param lastError null when messages arrive again
    public record Health(
            @Nullable Instant lastSentAt,
            @Nullable String lastError,
            @Nullable Instant lastErrorAt) {

        public static final Health NEW = new Health(null, null, null);

        /// Whether the last message could not be sent; of a channel with several addresses, that to
        /// one of them.
        public boolean isFailing() {
            return lastError != null;
        }
    }
}

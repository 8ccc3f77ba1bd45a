package dev.waybill.feature.notifications;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A notification of an alert, and whether it arrived.
///
/// @param channelId null for one to an owner
/// @param address the owner's; null for one to a channel
/// @param sentAt null if it was not sent yet
/// @param failedAt null if it was not given up
public record SentNotification(
        UUID id,
        @Nullable UUID channelId,
        @Nullable String address,
        String event,
        Instant createdAt,
        @Nullable Instant sentAt,
        @Nullable Instant failedAt,
        @Nullable String lastError) {

    /// Whether it arrived.
    public enum State {
        PENDING,
        SENT,
        /// It was given up.
        FAILED;

        /// The name in the API.
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public State state() {
        if (sentAt != null) {
            return State.SENT;
        }
        return failedAt == null ? State.PENDING : State.FAILED;
    }
}

package dev.waybill.feature.notifications;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The address of an owner of endpoints of one app.
///
/// @param token in the links of every mail to it
/// @param asks the number of confirmations that were sent
/// @param askedAt when the last one was
public record OwnerAddress(
        UUID appId,
        String address,
        State state,
        String token,
        int asks,
        @Nullable Instant askedAt) {

    /// Whether a link in a mail may confirm it.
    public boolean mayConfirm() {
        return state == State.UNCONFIRMED || state == State.CONFIRMED;
    }

    /// Whether it gets mail.
    public enum State {
        /// A customer entered it, and nobody has followed the link.
        UNCONFIRMED,
        CONFIRMED,
        UNSUBSCRIBED,
        /// The mail server refused several mails to it.
        BOUNCING;

        /// The name in the API and in SQL.
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<State> of(String code) {
            for (var state : values()) {
                if (state.code().equals(code)) {
                    return Optional.of(state);
                }
            }
            return Optional.empty();
        }

        /// Whether it gets anything but a confirmation.
        public boolean getsMail() {
            return this == CONFIRMED;
        }
    }
}

package dev.waybill.feature.notifications;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A message on its way to one recipient.
///
/// @param channelId null for mail to an owner and for its copy
/// @param address the recipient of a mail; null for other messages
/// @param ownerAppId the app of the owner; null for operators
/// @param content see [Message]; it is read when the message is sent
/// @param tries how often it was claimed before
/// @param claimedUntil the mark of the claim: a result under another claim is dropped
record Notification(
        UUID id,
        @Nullable UUID channelId,
        @Nullable String address,
        @Nullable UUID ownerAppId,
        String content,
        Instant giveUpAt,
        int tries,
        Instant claimedUntil) {

    /// For how long a process may send what it claimed.
    static final Duration CLAIM = Duration.ofMinutes(2);

    /// A mail server may be away over a weekend.
    static final Duration GIVE_UP_AFTER = Duration.ofDays(3);

    private static final Duration WAIT_FIRST = Duration.ofMinutes(1);
    private static final Duration WAIT_MAX = Duration.ofHours(1);

    /// When it is tried again.
    Instant nextTry(Instant now) {
        var wait = WAIT_FIRST.multipliedBy(1L << Math.min(tries, 10));
        return now.plus(wait.compareTo(WAIT_MAX) < 0 ? wait : WAIT_MAX);
    }
}

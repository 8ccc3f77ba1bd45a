package dev.waybill.feature.notifications;

/// The result of sending one notification.
sealed interface SendResult {

    record Sent() implements SendResult {}

    /// It may succeed later.
    record Failed(String error) implements SendResult {}

    /// It will never succeed: the recipient does not exist, or refuses it.
    record Refused(String error) implements SendResult {}

    /// It is not wanted any more. Nothing was sent, and the recipient is not to blame.
    record Dropped(String reason) implements SendResult {}
}

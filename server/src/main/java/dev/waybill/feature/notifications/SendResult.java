package dev.waybill.feature.notifications;

/// The result of sending one notification.
sealed interface SendResult {

    record Sent() implements SendResult {}

    /// It may succeed later.
    record Failed(String error) implements SendResult {}

    /// It will never succeed: the recipient does not exist, or refuses it.
    record Refused(String error) implements SendResult {}
}

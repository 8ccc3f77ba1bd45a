package dev.waybill.feature.notifications;

import org.jspecify.annotations.Nullable;

/// One mail to one recipient: what a server answers for one must not decide about another.
///
/// @param id unique, and the same for every try
/// @param unsubscribe the link for one click; null for none
record Mail(
        String id,
        String to,
        String subject,
        String text,
        @Nullable String html,
        @Nullable String unsubscribe) {

    static Mail of(Notification notification, String to, Message message) {
        return new Mail(
                "notification-" + notification.id(),
                to,
                message.subject(),
                message.text(),
                message.html(),
                message.unsubscribe());
    }
}

package dev.waybill.feature.notifications;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One mail.
///
/// @param id unique, and the same for every try
/// @param unsubscribe the link for one click; null for none
record Mail(
        String id,
        List<String> to,
        @Nullable String copy,
        String subject,
        String text,
        @Nullable String html,
        @Nullable String unsubscribe) {

    Mail {
        to = List.copyOf(to);
    }
}

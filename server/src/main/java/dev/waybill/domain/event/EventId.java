package dev.waybill.domain.event;

import java.util.regex.Pattern;

/// The ids of events that producers choose.
public final class EventId {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private EventId() {}

    /// Whether a producer could have chosen this id. Generated ids have the same form.
    public static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }
}

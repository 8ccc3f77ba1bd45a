package dev.waybill.web.site.text;

import dev.waybill.web.site.SafeText;

/// Texts of the pages of endpoints.
public final class EndpointMessages {

    public static final String NOT_FOUND_FOR_CUSTOMERS =
            "There is no such endpoint. It may have been deleted.";

    public static final String STILL_ENDING =
            "Deliveries that were pending when it was disabled are still being ended.";

    public static final String LANE_NOT_HELD =
            "This lane is not held. It may have been released meanwhile.";

    // Why an endpoint was stopped, for customers.

    public static final String GONE = "it answered 410 Gone";

    public static final String CONSECUTIVE_FAILURES = "too many deliveries in a row failed";

    public static final String NO_SUCCESS = "no delivery succeeded for too long";

    public static final String REQUESTED = "on request";

    public static final String BY_PLATFORM = "by the platform";

    // The retry policy of an endpoint that names none.

    public static final String INHERITED_POLICY = "the event type's, or the mode's";

    public static final String OWN_POLICY = "its own";

    // A customer's resend of missed events.

    public static final String RELOAD = "Reload the page, then start it.";

    public static final String PREPARING =
            "Another replay of missed events is being prepared. Try again in a moment.";

    public static final String TOO_LARGE = "There are too many events. Choose a shorter time.";

    public static final String TOO_MANY = "Too many replays are running. Try again later.";

    private EndpointMessages() {}

    public static String notFound(String id) {
        return "There is no endpoint "
                + SafeText.text(id)
                + " here. It may belong to the other mode, or it was deleted.";
    }

    public static String stillSending(int count) {
        return count
                + " replays of missed events are still sending. Try again when one of them has sent"
                + " everything.";
    }

    public static String stillRetrying(int count) {
        return count
                + " replays of missed events still have deliveries that are being retried. Try"
                + " again when one of them is done.";
    }

    public static String day(long delivered, long failed) {
        return delivered + " delivered and " + failed + " failed in 24 hours";
    }
}

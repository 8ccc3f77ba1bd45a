package dev.waybill.web.site.text;

import dev.waybill.domain.Timestamps;
import dev.waybill.web.site.SafeText;
import java.time.Instant;

/// Texts of the pages of deliveries and events.
public final class DeliveryMessages {

    public static final String NOT_FOUND_FOR_CUSTOMERS =
            "There is no such delivery. It may be older than the retention.";

    public static final String RELOAD = "Reload the page, then resend.";

    public static final String STILL_OPEN =
            "The delivery has not ended yet. Only ended deliveries can be resent.";

    public static final String ENDPOINT_DELETED = "The endpoint was deleted.";

    public static final String ENDPOINT_DISABLED = "The endpoint is disabled. Enable it first.";

    public static final String IN_FLIGHT = "An attempt is in progress. Try again in a moment.";

    public static final String BEHIND_OTHERS =
            "Other deliveries are before it in its ordered lane. Requeue the first of them.";

    public static final String LANE_HELD = "Its ordered lane is held. Release the lane first.";

    public static final String PLAN_FIRST = "Look at the plan first. Nothing was cancelled.";

    public static final String REASON =
            "Give a reason of at most 1,000 characters for the audit log.";

    public static final String NO_SUCH_ENDPOINT = "There is no such endpoint.";

    /// The filter of a customer's list by endpoint.
    public static final String ONE_ENDPOINT = "One endpoint only";

    private DeliveryMessages() {}

    public static String notFound(String id) {
        return "There is no delivery "
                + SafeText.text(id)
                + " here. It may belong to the other mode, or be older than the retention.";
    }

    public static String eventNotFound(String id) {
        return "There is no event "
                + SafeText.text(id)
                + " here. It may belong to the other mode, or be older than the retention.";
    }

    public static String noApp(String app) {
        return "There is no app " + app + ".";
    }

    /// The filter of a list by endpoint.
    public static String ofEndpoint(String name) {
        return "Endpoint " + name;
    }

    public static String tooManyResends(int max, long seconds) {
        return "This endpoint got "
                + max
                + " resends within a minute. Try again in "
                + seconds
                + " s, or start a replay.";
    }

    public static String expired(Instant at) {
        return "The event expired at " + Timestamps.format(at) + ": nothing is sent after that.";
    }

    public static String expires(Instant at) {
        return "The event expires at " + Timestamps.format(at) + ": nothing is sent after that.";
    }

    public static String tooLate(String state) {
        return "It is too late: the delivery is " + state + ".";
    }

    public static String confirm(String number) {
        return "Type " + number + " to confirm. Nothing was cancelled.";
    }

    public static String eventInFlight(long deliveries) {
        return "Attempts of "
                + deliveries
                + " of its deliveries are in progress, so none was cancelled. Try again in a"
                + " moment.";
    }
}

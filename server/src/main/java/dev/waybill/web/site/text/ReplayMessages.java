package dev.waybill.web.site.text;

/// Texts of the pages of replays.
public final class ReplayMessages {

    public static final String ADMINS_ONLY = "Only an admin can change a replay by filter.";

    public static final String ONE_ENDPOINT =
            "Only an admin can replay to several endpoints by a filter. Choose one endpoint.";

    public static final String NOTHING = "There is nothing to replay.";

    private ReplayMessages() {}

    public static String notFound(String id) {
        return "There is no replay " + id + ". Replays are kept for 90 days after their end.";
    }

    public static String over(String state) {
        return "The replay has ended: " + state + ".";
    }
}

package dev.waybill.web.text;

/// Sentences about alerts and channels that the API and the pages show.
public final class AlertText {

    public static final String ALREADY_RESOLVED =
            "This alert has resolved. Only an alert that fires can be acknowledged or snoozed.";

    private AlertText() {}

    public static String notFound(String id) {
        return "There is no alert " + id + ".";
    }

    public static String ruleNotFound(String code) {
        return "There is no alert rule " + code + ".";
    }

    public static String channelNotFound(String id) {
        return "There is no notification channel " + id + ".";
    }

    public static String tooManyChannels(int max) {
        return "There can be at most " + max + " notification channels.";
    }
}

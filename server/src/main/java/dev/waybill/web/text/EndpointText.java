package dev.waybill.web.text;

/// Sentences about endpoints.
public final class EndpointText {

    private EndpointText() {}

    public static String unresolved(String host) {
        return "The host " + host + " has no address yet, or none was found in time.";
    }

    public static String tooMany(int max) {
        return "There are "
                + max
                + " endpoints, which is as many as an app may have. Delete one that is not needed,"
                + " or ask for a higher limit.";
    }

    public static String notActive(String state) {
        return "The endpoint is " + state + ": nothing is sent to it.";
    }
}

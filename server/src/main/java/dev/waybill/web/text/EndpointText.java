package dev.waybill.web.text;

import dev.waybill.web.http.Problem;

/// Sentences about endpoints.
public final class EndpointText {

    private EndpointText() {}

    public static String unresolved(String host) {
        return "The host " + host + " has no address yet, or none was found in time.";
    }

    public static String tooMany(int max) {
        return "There are "
                + max
                + " endpoints, the maximum for an app. Delete one that is not needed, or ask for"
                + " a higher limit.";
    }

    public static String notActive(String state) {
        return "The endpoint is " + state + ": nothing is sent to it.";
    }

    /// An endpoint cannot be enabled while deliveries from before it was disabled are being ended.
    public static Problem stillEnding() {
        return Problem.unavailable(
                "Deliveries that were pending when it was disabled are still being ended.");
    }
}

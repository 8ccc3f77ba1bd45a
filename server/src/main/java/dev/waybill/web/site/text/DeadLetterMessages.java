package dev.waybill.web.site.text;

/// Texts of the pages of dead letters.
public final class DeadLetterMessages {

    public static final String NOT_DEAD = "This delivery is not a dead letter.";

    public static final String RESOLVED = "Resolved";

    public static final String BY_SUCCESS = "The delivery that succeeded";

    public static final String BY_FAILURE = "The delivery that failed too";

    private DeadLetterMessages() {}

    public static String superseded(String by) {
        return "It was redelivered as " + by + ". That delivery is the dead letter to resolve.";
    }
}

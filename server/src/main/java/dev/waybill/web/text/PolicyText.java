package dev.waybill.web.text;

/// Sentences about retry policies.
public final class PolicyText {

    private PolicyText() {}

    public static String notFound(String name) {
        return "There is no retry policy " + name + ".";
    }

    public static String nameTaken(String name) {
        return "There is a retry policy " + name + " already.";
    }

    public static String tooMany(int max) {
        return "There are " + max + " retry policies, the maximum.";
    }

    public static String builtIn(String name) {
        return "The retry policy "
                + name
                + " is built in and cannot be changed; copy it under another name.";
    }

    public static String inUse(String name) {
        return "An endpoint or event type names the retry policy " + name + ". Change that first.";
    }
}

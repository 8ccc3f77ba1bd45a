package dev.waybill.web.text;

/// Sentences about event types.
public final class EventTypeText {

    private EventTypeText() {}

    public static String notFound(String name) {
        return "There is no event type " + name + ".";
    }

    public static String nameTaken(String name) {
        return "There is an event type " + name + " already.";
    }

    public static String tooMany(int max) {
        return "There are " + max + " event types, the maximum.";
    }
}

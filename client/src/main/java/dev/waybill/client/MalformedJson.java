package dev.waybill.client;

/// Text that is not JSON as [JsonReader] accepts it. The message never quotes the text.
final class MalformedJson extends Exception {

    private static final long serialVersionUID = 1;

    MalformedJson(String message) {
        super(message);
    }

    MalformedJson(String message, Throwable cause) {
        super(message, cause);
    }
}

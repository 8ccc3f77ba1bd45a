package dev.waybill.domain.event;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The formats in which an endpoint can receive events.
public enum EventFormat {
    /// The envelope of Waybill.
    WAYBILL("application/json"),
    /// The JSON format of CloudEvents 1.0, in structured mode.
    CLOUDEVENTS("application/cloudevents+json; charset=UTF-8");

    private final String contentType;

    EventFormat(String contentType) {
        this.contentType = contentType;
    }

    public String contentType() {
        return contentType;
    }

    /// The name in the API and in SQL.
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<EventFormat> of(String code) {
        return Stream.of(values()).filter(format -> format.code().equals(code)).findFirst();
    }
}

package dev.waybill.web.api.events;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.json.Json;

/// The formats of a publish. The headers decide, as the HTTP binding of CloudEvents says.
enum PublishFormat {
    /// Our own JSON.
    WAYBILL,
    /// One CloudEvent, a JSON object.
    STRUCTURED,
    /// CloudEvents in a JSON array.
    BATCH,
    /// One CloudEvent: the headers are its attributes, and the body is its data.
    BINARY;

    static final String STRUCTURED_TYPE = "application/cloudevents+json";
    static final String BATCH_TYPE = "application/cloudevents-batch+json";

    private static final String ALL_TYPES = "application/cloudevents";

    static PublishFormat of(Request request) {
        var type = Json.mediaType(request.header("Content-Type").orElse(""));
        if (type.startsWith(ALL_TYPES)) {
            return switch (type) {
                case STRUCTURED_TYPE -> STRUCTURED;
                case BATCH_TYPE -> BATCH;
                default ->
                        throw Problem.of(
                                ProblemType.UNSUPPORTED_MEDIA_TYPE,
                                "CloudEvents are read as "
                                        + STRUCTURED_TYPE
                                        + ", as "
                                        + BATCH_TYPE
                                        + ", or in binary mode with data of the type"
                                        + " application/json.");
            };
        }
        boolean binary =
                request.header("ce-specversion").isPresent() || request.header("ce-id").isPresent();
        return binary ? BINARY : WAYBILL;
    }

    /// Whether a media type declares JSON, as the JSON format of CloudEvents says.
    static boolean isJson(String header) {
        var type = Json.mediaType(header);
        return type.endsWith("/json") || type.endsWith("+json");
    }
}

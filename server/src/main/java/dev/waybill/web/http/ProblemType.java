package dev.waybill.web.http;

import java.util.Locale;

/// The kinds of problems. The code is part of the API: programs decide by it.
public enum ProblemType {
    MALFORMED_REQUEST(400, "The request is not valid HTTP"),
    MALFORMED_JSON(400, "The body is not valid JSON"),
    MALFORMED_QUERY(400, "A query parameter is not valid"),
    MALFORMED_HEADER(400, "A header is not valid"),
    UNAUTHENTICATED(401, "A valid API key is needed"),
    FORBIDDEN(403, "This API key may not do that"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "This path does not take that method"),
    REQUEST_TIMEOUT(408, "The request took too long to arrive"),
    CONFLICT(409, "It contradicts what is there"),
    TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body is of a type that is not understood"),
    INVALID(422, "A field is not valid"),
    UNKNOWN_FIELD(422, "There is no such field"),
    IDEMPOTENCY_KEY_REUSED(422, "The Idempotency-Key was used for another request"),
    RATE_LIMITED(429, "Too much in too short a time"),
    HEAD_TOO_LARGE(431, "The headers are too large"),
    INTERNAL(500, "Waybill made a mistake"),
    UNAVAILABLE(503, "Not possible at the moment");

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /// The stable name, such as `urn:waybill:problem:unknown-field`.
    public String urn() {
        return "urn:waybill:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package dev.waybill.web.http;

import java.util.Locale;

/// The kinds of problems. The code is part of the API: programs decide by it.
public enum ProblemType {
    MALFORMED_REQUEST(400, "The request is not valid HTTP"),
    MALFORMED_JSON(400, "The body is not valid JSON"),
    MALFORMED_QUERY(400, "A query parameter is not valid"),
    MALFORMED_HEADER(400, "A header is not valid"),
    UNAUTHENTICATED(401, "A valid API key is required"),
    FORBIDDEN(403, "The API key does not have the required permission"),
    NOT_FOUND(404, "Not found"),
    METHOD_NOT_ALLOWED(405, "The path does not support the method"),
    REQUEST_TIMEOUT(408, "The request took too long to arrive"),
    CONFLICT(409, "The request conflicts with the current state"),
    TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The content type of the body is not supported"),
    INVALID(422, "A field is not valid"),
    UNKNOWN_FIELD(422, "A field does not exist"),
    IDEMPOTENCY_KEY_REUSED(422, "The Idempotency-Key was used for another request"),
    RATE_LIMITED(429, "Too many requests"),
    HEAD_TOO_LARGE(431, "The headers are too large"),
    INTERNAL(500, "Internal error"),
    UNAVAILABLE(503, "Temporarily unavailable");

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

package dev.waybill.web.http;

import java.time.Duration;

/// What a client may ask of us before it has shown who it is.
final class Limits {

    /// Open at once; each costs a descriptor and, while it sends, a buffer.
    static final int CONNECTIONS_MAX = 10_000;

    /// Request line and headers together: what common servers and proxies allow.
    static final int HEAD_BYTES_MAX = 16 * 1024;

    static final int HEADERS_MAX = 100;

    /// The largest body any route takes: a batch of events.
    static final int BODY_BYTES_MAX = 8 * 1024 * 1024;

    /// Bodies of all requests that are not answered yet. Beyond it we are honest: 503.
    static final long BODIES_BYTES_MAX = 128L << 20;

    /// Between two requests.
    static final Duration IDLE_MAX = Duration.ofMinutes(2);

    /// From the first byte of a request to its last: 8 MiB on a slow line, and no longer.
    static final Duration REQUEST_MAX = Duration.ofMinutes(1);

    /// For the head alone, which is small on any line.
    static final Duration HEAD_MAX = Duration.ofSeconds(10);

    /// A client that reads nothing of its answer for this long does not want it.
    static final Duration ANSWER_STALL_MAX = Duration.ofSeconds(30);

    /// After an answer that ends the connection, while the client may still be sending: closing at
    /// once would reset the connection and could destroy the answer on its way.
    static final Duration LINGER_MAX = Duration.ofSeconds(2);

    private Limits() {}
}

package dev.waybill.web.http;

import java.time.Duration;

/// The limits on what clients can use.
final class Limits {

    /// Request line and headers together: the limit of common servers and proxies.
    static final int HEAD_BYTES_MAX = 16 * 1024;

    static final int HEADERS_MAX = 100;

    /// A refused request's body up to this size is read and dropped, so that the connection can be
    /// used again. A larger one ends the connection.
    static final int DROPPED_BYTES_MAX = 64 * 1024;

    /// Between two requests.
    static final Duration IDLE_MAX = Duration.ofMinutes(2);

    /// For the head, and for the first request of a connection to begin.
    static final Duration HEAD_MAX = Duration.ofSeconds(10);

    /// When there are too many connections, one without a request counts as silent after this time.
    /// Until then a flood of connections does not hit new clients that are about to send.
    static final Duration FIRST_REQUEST = Duration.ofMillis(250);

    /// Bodies must arrive, and responses be read, at this rate: 8 MiB take at most 17 minutes.
    static final int BYTES_PER_SECOND_MIN = 8 * 1024;

    /// The longest pause in a body.
    static final Duration BODY_PATIENCE = Duration.ofSeconds(10);

    /// The longest pause in reading a response. The system reports progress only when a third of
    /// its buffer is free, which takes ten seconds at the lowest rate.
    static final Duration RESPONSE_PATIENCE = Duration.ofSeconds(20);

    /// The system's buffer for a response. Its own choice would be up to 4 MiB for each client that
    /// does not read.
    private static final int SEND_BUFFER_BYTES = 128 * 1024;

    /// The same for a client without a key. Linux takes twice as much memory, for 10,000 of them
    /// 320 MiB.
    private static final int SEND_BUFFER_BYTES_ANONYMOUS = 16 * 1024;

    /// After this time without progress a request without a key makes room for others when memory
    /// is short.
    static final Duration STALLED_ANONYMOUS = Duration.ofSeconds(1);

    /// The same for a request with a key.
    static final Duration STALLED_IDENTIFIED = Duration.ofSeconds(5);

    /// After a response that ends the connection, while the client may still be sending: closing at
    /// once would reset the connection and could destroy the response in transit.
    static final Duration LINGER_MAX = Duration.ofSeconds(2);

    private static final int CONNECTIONS_MAX = 10_000;
    private static final int CONNECTIONS_MIN = 1_000;

    /// An open connection needs one to two kilobytes of heap when it is idle.
    private static final long HEAP_PER_CONNECTION = 24 * 1024;

    /// One client may have a quarter of all connections.
    private static final int CLIENT_SHARE = 4;

    private Limits() {}

    /// Connections that may be open at once; each costs a descriptor and memory.
    static int connections(long heapBytes) {
        return Math.clamp(heapBytes / HEAP_PER_CONNECTION, CONNECTIONS_MIN, CONNECTIONS_MAX);
    }

    static int sendBufferBytes(Trust trust) {
        return switch (trust) {
            case ANONYMOUS -> SEND_BUFFER_BYTES_ANONYMOUS;
            case IDENTIFIED -> SEND_BUFFER_BYTES;
        };
    }

    static int connectionsOfClient(int connectionsMax) {
        return connectionsMax / CLIENT_SHARE;
    }
}

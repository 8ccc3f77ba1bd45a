package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/// An open connection on its route. Used by one attempt at a time.
public final class Connection {

    /// Shorter than the idle limit of common receivers (Node closes after five seconds), so that a
    /// request is rarely written into a connection that is being closed.
    static final Duration IDLE_MAX = Duration.ofSeconds(4);

    /// A name may move and a certificate may be revoked: connections are closed after this time.
    static final Duration AGE_MAX = Duration.ofMinutes(5);

    private final Route route;
    private final Socket wire;
    private final InputStream heard;
    private final OutputStream out;
    private final ResponseInput in;
    private final long bornNanos;
    private long usedNanos;

    /// A connection ready for its first request.
    ///
    /// @param wire the TCP socket
    /// @param talk the socket for requests and answers: the same, or the TLS socket over it
    Connection(Route route, Socket wire, Socket talk, long nowNanos) throws IOException {
        this.route = route;
        this.wire = wire;
        this.out = talk.getOutputStream();
        this.heard = talk.getInputStream();
        this.in = new ResponseInput(heard);
        this.bornNanos = nowNanos;
        this.usedNanos = nowNanos;
    }

    Route route() {
        return route;
    }

    /// The socket that a deadline has to close. Never the TLS socket: its close sends a message
    /// first and can block on a peer that does not read.
    Socket wire() {
        return wire;
    }

    Response exchange(RequestWriter request) throws IOException {
        in.begin();
        request.writeTo(out);
        return ResponseReader.read(in);
    }

    /// Whether a byte of the answer to the latest request has arrived.
    boolean answerBegun() {
        return in.begun();
    }

    void usedAt(long nowNanos) {
        usedNanos = nowNanos;
    }

    boolean outlived(long nowNanos) {
        return nowNanos - usedNanos > IDLE_MAX.toNanos()
                || nowNanos - bornNanos > AGE_MAX.toNanos();
    }

    /// A peer that sends without a request is closing (TLS), or answers a request that was not
    /// sent. A plain close cannot be seen without reading. Bytes of a TLS record that was read in
    /// part are in the TLS socket, not on the wire.
    boolean silent() {
        try {
            return heard.available() == 0 && wire.getInputStream().available() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    void close() {
        try {
            wire.close();
        } catch (IOException e) {
            // The connection is dropped either way.
        }
    }
}

package dev.waybill.engine.deliver.client;

import dev.waybill.engine.deliver.egress.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;

/// An open connection on its route. Used by one attempt at a time.
public final class Connection {

    /// Shorter than the idle limit of common receivers (Node closes after five seconds), so that we
    /// seldom write into a connection that is being closed.
    static final Duration IDLE_MAX = Duration.ofSeconds(4);

    /// A name may move, a certificate may be withdrawn: no connection outlives that for long.
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
    /// @param talk where requests and answers pass: the same, or the TLS socket over it
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

    /// What a deadline has to close. Never the TLS socket: closing that one says goodbye first, and
    /// can block on a peer that does not read.
    Socket wire() {
        return wire;
    }

    Response exchange(RequestWriter request) throws IOException {
        in.begin();
        request.writeTo(out);
        return ResponseReader.read(in);
    }

    /// A byte of an answer to the latest request has come.
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

    /// Whoever speaks without being asked is saying goodbye (TLS), or an answer to a question that
    /// was not put yet. A plain goodbye cannot be seen without reading. Bytes of a TLS record that
    /// was read in part are no longer on the wire: the TLS socket has them.
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
            // It is gone either way.
        }
    }
}

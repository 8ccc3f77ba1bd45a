package dev.waybill.web.http;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/// An answer that the client has not taken completely yet. Guarded by its connection.
final class Outgoing {

    private final ResponseBytes bytes;
    private final Charge charge;
    private final LeastRate rate =
            new LeastRate(Limits.RESPONSE_PATIENCE, Limits.BYTES_PER_SECOND_MIN, System.nanoTime());

    Outgoing(ResponseBytes bytes, Charge charge) {
        this.bytes = bytes;
        this.charge = charge;
    }

    /// Continues to write; returns whether everything is written.
    boolean writeTo(SocketChannel channel) throws IOException {
        int written = bytes.writeTo(channel);
        if (written > 0) {
            rate.moved(written, System.nanoTime());
        }
        return bytes.isWritten();
    }

    boolean isTooSlow(long nowNanos) {
        return rate.isMissed(nowNanos);
    }

    boolean isStalled(long nowNanos) {
        return rate.isStalled(Incoming.stalledAfter(charge.trust()), nowNanos);
    }

    void release() {
        charge.release();
    }
}

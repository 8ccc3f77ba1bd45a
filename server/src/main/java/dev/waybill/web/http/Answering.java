package dev.waybill.web.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The answering half of a connection. The thread that has an answer writes it, so that usually no
/// other thread is woken. Guarded by `this`.
final class Answering {

    private static final Logger LOG = LoggerFactory.getLogger(Answering.class);

    private final SocketChannel channel;
    private final Listener listener;
    private boolean owed;

    /// Whether nothing is read until the answer is sent: otherwise a client that sends faster than
    /// it is answered could make us hold any amount of its requests.
    private boolean inputWaits;

    private boolean ends;
    private @Nullable Outgoing outgoing;

    /// Called with the lock held, on the thread that writes.
    interface Listener {

        /// A request is being answered.
        void began();

        /// The answer is sent, or cannot be sent.
        void ended();

        /// The client takes the answer more slowly than it is written.
        void interestChanged();

        /// The client may send the next request, or is sending it.
        void goOn();

        /// The connection ends after this answer.
        void linger();

        /// The answer cannot be sent.
        void lost();
    }

    Answering(SocketChannel channel, Listener listener) {
        this.channel = channel;
        this.listener = listener;
    }

    synchronized void owe() {
        owed = true;
        listener.began();
    }

    synchronized boolean isOwed() {
        return owed;
    }

    /// Whether a request is being answered, and its client reads the available part of the answer.
    synchronized boolean isBusy(long nowNanos) {
        return owed && !isStalled(nowNanos);
    }

    /// Whether no request follows the last answer.
    synchronized boolean ends() {
        return ends;
    }

    /// Whether input has to wait for an answer. If so, it waits from now on.
    synchronized boolean holdsInput() {
        inputWaits |= owed;
        return inputWaits;
    }

    synchronized void releaseInput() {
        inputWaits = false;
    }

    /// The operations that the connection waits for.
    synchronized int interest() {
        if (outgoing != null) {
            return SelectionKey.OP_WRITE;
        }
        return inputWaits ? 0 : SelectionKey.OP_READ;
    }

    synchronized boolean isTooSlow(long nowNanos) {
        return outgoing != null && outgoing.isTooSlow(nowNanos);
    }

    synchronized boolean isStalled(long nowNanos) {
        return outgoing != null && outgoing.isStalled(nowNanos);
    }

    /// Asks a client that waits for it to send the body (100 Continue).
    synchronized void letContinue() throws IOException {
        var interim = ByteBuffer.wrap(ResponseBytes.CONTINUE);
        channel.write(interim);
        if (interim.hasRemaining()) {
            throw new IOException("the client does not read its responses");
        }
    }

    /// Writes the answer, or as much of it as the client takes now.
    ///
    /// @param close whether the connection ends with it
    synchronized void write(ResponseBytes bytes, Charge charge, boolean close) {
        ends = close;
        try {
            bytes.writeTo(channel);
        } catch (IOException e) {
            abandon(charge);
            return;
        }
        if (bytes.isWritten()) {
            charge.release();
            answered();
        } else if (charge.change(bytes.held())) {
            outgoing = new Outgoing(bytes, charge);
            listener.interestChanged();
        } else {
            abandon(charge);
        }
    }

    private void abandon(Charge charge) {
        charge.release();
        listener.ended();
        listener.lost();
    }

    synchronized void writeMore() throws IOException {
        if (outgoing != null && outgoing.writeTo(channel)) {
            outgoing.release();
            outgoing = null;
            answered();
        }
    }

    // With the lock held, because the client may already be sending its next request.
    private void answered() {
        owed = false;
        listener.ended();
        if (ends) {
            listener.linger();
        } else if (inputWaits) {
            listener.goOn();
        }
    }

    /// Closes the channel. An answer that comes later finds it closed.
    synchronized void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("could not close a connection", e);
        }
        if (outgoing != null) {
            outgoing.release();
            outgoing = null;
            listener.ended();
        }
    }
}

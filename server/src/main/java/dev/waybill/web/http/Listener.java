package dev.waybill.web.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts connections from the port, up to the limit of open ones. Others wait in the system's
/// queue until one is closed.
final class Listener implements EventLoop.Attachment {

    /// Connections that wait to be accepted; Linux caps it by `net.core.somaxconn`.
    private static final int BACKLOG = 4_096;

    /// In one turn, so that a flood of connections does not keep the open ones waiting.
    private static final int ACCEPTED_PER_TURN_MAX = 16;

    private static final long WARNING_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final ServerSocketChannel channel;
    private final int connectionsMax;
    private final Predicate<SocketChannel> accepted;
    private final Runnable full;
    private final SelectionKey key;
    private int open;
    private long warnedNanos = System.nanoTime() - WARNING_NANOS;

    /// Listens.
    ///
    /// @param accepted takes a connection, or refuses it, on the loop's thread
    /// @param full called when one connection more is open than may be, so that others are closed
    Listener(
            EventLoop loop,
            InetSocketAddress address,
            int connectionsMax,
            Predicate<SocketChannel> accepted,
            Runnable full)
            throws IOException {
        this.channel = ServerSocketChannel.open();
        this.connectionsMax = connectionsMax;
        this.accepted = accepted;
        this.full = full;
        try {
            channel.bind(address, BACKLOG);
            this.key = loop.register(channel, SelectionKey.OP_ACCEPT, this);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    /// An accepted connection was closed. On the loop's thread.
    void closed() {
        open--;
        resume();
    }

    @Override
    public void ready(SelectionKey ready) {
        try {
            takeWaiting();
        } catch (RuntimeException | Error e) {
            // The port must survive any failure of one connection.
            LOG.error("could not accept a connection", e);
            pause();
        }
    }

    private void takeWaiting() {
        for (int i = 0; i < ACCEPTED_PER_TURN_MAX; i++) {
            var connection = accept();
            if (connection == null) {
                return;
            }
            if (!accepted.test(connection)) {
                close(connection);
            } else if (++open > connectionsMax) {
                full.run();
                pause();
                return;
            }
        }
    }

    @Override
    public void sweep(long nowNanos) {
        if (open > connectionsMax) {
            // All were busy when the last one arrived. Some clients may not read their answers.
            full.run();
        }
        resume();
    }

    private void resume() {
        if (key.isValid() && open <= connectionsMax) {
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    private static void close(SocketChannel connection) {
        try {
            connection.close();
        } catch (IOException e) {
            LOG.debug("could not close a connection", e);
        }
    }

    @Override
    public void leave() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("could not close the port", e);
        }
    }

    private @Nullable SocketChannel accept() {
        try {
            return channel.accept();
        } catch (IOException e) {
            warn(e);
            pause();
            return null;
        }
    }

    /// Without free descriptors this happens with every closed connection.
    private void warn(IOException why) {
        long nowNanos = System.nanoTime();
        if (nowNanos - warnedNanos >= WARNING_NANOS) {
            warnedNanos = nowNanos;
            LOG.warn("could not accept a connection, error={}", why.getMessage());
        }
    }

    /// Too many connections, or no free descriptors: accepting stops until one is closed or until
    /// the next sweep; otherwise the loop would spin.
    private void pause() {
        key.interestOps(0);
    }
}

package dev.waybill.bench.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Many clients of one kind at once, which one thread keeps open: a client whose connection was
/// closed connects again. Also a process of its own, started with the service's port and the path
/// of an asset:
///
/// ```
/// (start)                               ready
/// attack <abuse> <count> <addresses>    attacking 0 0      ends the attack before
/// state                                 state 9876 12345   connections open now, and made so far
/// stop                                  stopped 0 12345
/// ```
public final class HostileClients implements AutoCloseable {

    /// The service must not be slower because this process needs its cores.
    private static final int OPENED_PER_SECOND = 2_000;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int OPENED_PER_TICK = OPENED_PER_SECOND / 100;
    private static final long TRICKLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Abuse abuse;
    private final byte[] bytes;
    private final InetSocketAddress service;
    private final int count;
    private final int addresses;
    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Set<SelectionKey> clients = new HashSet<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread;
    private long trickledNanos = System.nanoTime();

    /// Begins to connect.
    ///
    /// @param asset the path of a public file
    /// @param count how many clients there are
    /// @param addresses how many addresses they share
    public HostileClients(int port, String asset, Abuse abuse, int count, int addresses)
            throws IOException {
        this.abuse = abuse;
        this.bytes = abuse.bytes(asset);
        this.service = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.count = count;
        this.addresses = addresses;
        this.thread = Thread.ofPlatform().daemon().name("hostile-clients").start(this::run);
    }

    static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[0]);
        var control = new Control();
        control.say("ready");
        var clients = new HostileClients(port, args[1], Abuse.SILENT, 0, 1);
        for (var words = control.next(); words != null; words = control.next()) {
            switch (words[0]) {
                case "attack" -> {
                    clients.close();
                    var abuse = Abuse.valueOf(words[1].toUpperCase(Locale.ROOT));
                    int count = Integer.parseInt(words[2]);
                    int addresses = Integer.parseInt(words[3]);
                    clients = new HostileClients(port, args[1], abuse, count, addresses);
                    control.say("attacking" + clients.state());
                }
                case "state" -> control.say("state" + clients.state());
                case "stop" -> {
                    clients.close();
                    control.say("stopped" + clients.state());
                }
                case String unknown -> throw new IllegalArgumentException(unknown);
            }
        }
    }

    private String state() {
        return " " + open() + " " + opened();
    }

    /// Connections that are open now, as far as this side knows.
    public int open() {
        return open.get();
    }

    /// Connections that were made so far.
    public int opened() {
        return opened.get();
    }

    private void run() {
        long ticked = System.nanoTime();
        try {
            while (!over.get()) {
                selector.select(this::serve, TimeUnit.NANOSECONDS.toMillis(TICK_NANOS));
                long now = System.nanoTime();
                if (now - ticked >= TICK_NANOS) {
                    ticked = now;
                    connectMissing();
                    trickle(now);
                }
            }
            for (var key : Set.copyOf(clients)) {
                drop(key);
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void connectMissing() throws IOException {
        for (int i = 0; i < OPENED_PER_TICK && clients.size() < count; i++) {
            var channel = SocketChannel.open();
            channel.configureBlocking(false);
            // Closing resets the connection: otherwise the ports of one address would run out.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            if (!abuse.reads()) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, Abuse.SMALL_RECEIVE_BUFFER);
            }
            channel.bind(new InetSocketAddress(address(opened.get() % addresses), 0));
            var key = channel.register(selector, SelectionKey.OP_CONNECT, ByteBuffer.wrap(bytes));
            clients.add(key);
            if (channel.connect(service)) {
                connected(key);
            }
        }
    }

    /// 127.0.1.1, 127.0.1.2 and so on: not the address of any publisher.
    private static InetAddress address(int number) throws IOException {
        return InetAddress.getByAddress(
                new byte[] {127, 0, (byte) (1 + number / 250), (byte) (1 + number % 250)});
    }

    private void connected(SelectionKey key) {
        open.incrementAndGet();
        opened.incrementAndGet();
        key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }

    private void serve(SelectionKey key) {
        try {
            var channel = (SocketChannel) key.channel();
            if (key.isConnectable() && channel.finishConnect()) {
                connected(key);
            }
            if (key.isWritable()) {
                write(key, channel);
            }
            if (key.isReadable() && read(channel, BUFFER_BYTES)) {
                drop(key);
            }
        } catch (IOException e) {
            drop(key);
        }
    }

    private void write(SelectionKey key, SocketChannel channel) throws IOException {
        var rest = (ByteBuffer) key.attachment();
        int end = rest.limit();
        // The JDK copies all bytes that it is given, even if the socket takes only a part of
        // them.
        rest.limit(Math.min(end, rest.position() + BUFFER_BYTES));
        channel.write(rest);
        rest.limit(end);
        if (!rest.hasRemaining() && abuse.repeats()) {
            rest.rewind();
        }
        int interest = abuse.reads() ? SelectionKey.OP_READ : 0;
        key.interestOps(rest.hasRemaining() ? interest | SelectionKey.OP_WRITE : interest);
    }

    /// Returns whether the service has closed the connection.
    private boolean read(SocketChannel channel, int most) throws IOException {
        in.clear().limit(most);
        return channel.read(in) < 0;
    }

    private void trickle(long now) {
        if (abuse == Abuse.TRICKLE && now - trickledNanos >= TRICKLE_NANOS) {
            trickledNanos = now;
            for (var key : Set.copyOf(clients)) {
                try {
                    var channel = (SocketChannel) key.channel();
                    if (channel.isConnected() && read(channel, 1)) {
                        drop(key);
                    }
                } catch (IOException e) {
                    drop(key);
                }
            }
        }
    }

    private void drop(SelectionKey key) {
        if (clients.remove(key)) {
            var channel = (SocketChannel) key.channel();
            if (channel.isConnected()) {
                open.decrementAndGet();
            }
            try {
                channel.close();
            } catch (IOException e) {
                // Already closed.
            }
        }
    }

    /// Closes all connections.
    @Override
    public void close() {
        over.set(true);
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

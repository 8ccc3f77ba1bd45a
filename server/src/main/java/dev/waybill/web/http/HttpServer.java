package dev.waybill.web.http;

import dev.waybill.domain.event.Ids;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP/1.1 server: one port, a few event loops that read requests whole, and a virtual thread
/// for every request whose handler may wait. Why it is our own: docs/decisions/0005.
public final class HttpServer implements AutoCloseable {

    /// Reading and parsing publishes is most of what they do; the other half of the cores is for
    /// delivering and for the database.
    static final int LOOPS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 8);

    /// For requests under way when the server stops: a publish is answered within 4.5 s.
    private static final Duration DRAIN_MAX = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private final Router router;
    private final Ids ids;
    private final DateHeader date;
    private final MemoryBudget budget = new MemoryBudget(Limits.BODIES_BYTES_MAX);
    private final List<EventLoop> loops;
    private final Listener listener;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger underWay = new AtomicInteger();
    private int accepted;
    private volatile boolean stopping;

    private HttpServer(InetSocketAddress address, Router router, InstantSource clock, Ids ids)
            throws IOException {
        this.router = router;
        this.ids = ids;
        this.date = new DateHeader(clock);
        this.loops =
                IntStream.range(0, LOOPS).mapToObj(i -> new EventLoop("http-" + (i + 1))).toList();
        this.listener = new Listener(loops.getFirst(), address, this::accepted);
        loops.forEach(EventLoop::start);
    }

    public static HttpServer start(
            String host, int port, Router router, InstantSource clock, Ids ids) {
        try {
            return new HttpServer(new InetSocketAddress(host, port), router, clock, ids);
        } catch (IOException | UnresolvedAddressException e) {
            throw new IllegalArgumentException(
                    "cannot listen on %s port %d: another program may have it"
                            .formatted(host, port),
                    e);
        }
    }

    public int port() {
        try {
            return listener.port();
        } catch (IOException e) {
            throw new IllegalStateException("the port is closed", e);
        }
    }

    /// Takes no more requests; those under way are answered, if they come to an end in time.
    @Override
    public void close() {
        stopping = true;
        loops.getFirst().execute(listener::leave);
        connections.forEach(Connection::leaveIfIdle);
        awaitAnswers();
        loops.forEach(EventLoop::stop);
        // The loops are over; who was on the way to one has nobody else.
        connections.forEach(Connection::leave);
    }

    private synchronized void awaitAnswers() {
        long endNanos = System.nanoTime() + DRAIN_MAX.toNanos();
        try {
            while (underWay.get() > 0) {
                long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) {
                    LOG.warn("stopping with requests unanswered, requests={}", underWay.get());
                    return;
                }
                wait(leftMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accepted(SocketChannel channel) {
        var loop = loops.get(Math.floorMod(accepted++, loops.size()));
        var connection = new Connection(this, loop, channel);
        connections.add(connection);
        connection.open();
    }

    void closed(Connection connection) {
        if (connections.remove(connection)) {
            loops.getFirst().execute(listener::closed);
        }
    }

    /// Finds who answers, and lets them.
    void handle(Request request, Reply reply) {
        began();
        try {
            var match = router.find(request);
            switch (match.route().handler()) {
                case Route.Handler.Prompt prompt -> prompt.handle(match.request(), reply);
                case Route.Handler.Waiting waiting ->
                        Thread.ofVirtual()
                                .name("request")
                                .start(() -> answer(waiting, match.request(), reply));
            }
        } catch (RuntimeException | Error e) {
            reply.fail(e);
        }
    }

    private static void answer(Route.Handler.Waiting handler, Request request, Reply reply) {
        try {
            reply.send(handler.handle(request));
        } catch (Exception | Error e) {
            reply.fail(e);
        }
    }

    /// Looks for overdue connections as if it were later.
    void sweepAfter(Duration later) {
        long then = System.nanoTime() + later.toNanos();
        loops.forEach(loop -> loop.execute(() -> loop.sweep(then)));
    }

    void began() {
        underWay.incrementAndGet();
    }

    /// The answer is out, or nobody is left who could take it.
    void ended() {
        if (underWay.decrementAndGet() == 0 && stopping) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    MemoryBudget budget() {
        return budget;
    }

    boolean stopping() {
        return stopping;
    }

    String date() {
        return date.text();
    }

    String nextRequestId() {
        return "req_" + Long.toHexString(ids.next().getMostSignificantBits());
    }
}

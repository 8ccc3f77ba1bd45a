package dev.waybill.web.http;

import dev.waybill.domain.event.Ids;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP/1.1 server: one port, a few event loops that admit requests by their heads and read
/// them whole, and a virtual thread for every request whose handler may wait. Why it is our own:
/// docs/decisions/0005.
public final class HttpServer implements AutoCloseable, Measured {

    /// Most of their work is reading and parsing publishes; the other half of the cores is for
    /// deliveries and for the database.
    static final int LOOPS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 8);

    /// For requests under way when the server stops: a publish is answered within 4.5 s.
    private static final Duration DRAIN_MAX = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /// A listener for a single program needs few connections, and memory for one answer in 16 of
    /// it: see [MemoryBudget].
    private static final Bounds SMALL =
            new Bounds(new MemoryBudget(40L << 20), 64, Limits.FIRST_REQUEST);

    private final RequestMetrics requests;
    private final Gate gate;
    private final TrustedProxies proxies;
    private final Ids ids;
    private final DateHeader date;
    private final MemoryBudget budget;
    private final Clients clients;
    private final int connectionsMax;
    private final List<EventLoop> loops;
    private final Listener listener;

    /// The oldest first, because they are the first to be evicted.
    private final NavigableSet<Connection> connections =
            new ConcurrentSkipListSet<>(
                    Comparator.comparingLong(connection -> connection.activity().number()));

    private final Eviction eviction;
    private @Nullable Connection newest;
    private final AtomicInteger underWay = new AtomicInteger();
    private int accepted;
    private volatile boolean stopping;

    /// The address that the server listens on.
    ///
    /// @param proxies the proxies that may name the client's address
    public record Address(String host, int port, TrustedProxies proxies) {}

    /// The limits that all connections share.
    ///
    /// @param firstRequest how long a new connection is not yet considered silent
    record Bounds(MemoryBudget budget, int connections, Duration firstRequest) {

        static Bounds ofHeap(long bytes) {
            return new Bounds(
                    MemoryBudget.ofHeap(bytes), Limits.connections(bytes), Limits.FIRST_REQUEST);
        }
    }

    private HttpServer(Address address, Bounds bounds, Router router, InstantSource clock, Ids ids)
            throws IOException {
        this.requests = new RequestMetrics(router.routes());
        this.gate = new Gate(router, requests);
        this.proxies = address.proxies();
        this.ids = ids;
        this.date = new DateHeader(clock);
        this.budget = bounds.budget();
        this.clients = new Clients(proxies);
        this.connectionsMax = bounds.connections();
        this.eviction = new Eviction(connections, bounds.firstRequest());
        this.loops =
                IntStream.range(0, LOOPS).mapToObj(i -> new EventLoop("http-" + (i + 1))).toList();
        this.listener =
                new Listener(
                        loops.getFirst(),
                        new InetSocketAddress(address.host(), address.port()),
                        connectionsMax,
                        this::accepted,
                        this::full);
        loops.forEach(EventLoop::start);
    }

    public static HttpServer start(Address address, Router router, InstantSource clock, Ids ids) {
        var bounds = Bounds.ofHeap(Runtime.getRuntime().maxMemory());
        return start(address, bounds, router, clock, ids);
    }

    /// The same for few clients, beside another server.
    public static HttpServer startSmall(
            Address address, Router router, InstantSource clock, Ids ids) {
        return start(address, SMALL, router, clock, ids);
    }

    static HttpServer start(
            Address address, Bounds bounds, Router router, InstantSource clock, Ids ids) {
        try {
            return new HttpServer(address, bounds, router, clock, ids);
        } catch (IOException | UnresolvedAddressException e) {
            throw new IllegalArgumentException(
                    "cannot listen on %s port %d: another program may be using it"
                            .formatted(address.host(), address.port()),
                    e);
        }
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        requests.measureIn(metrics);
        metrics.add(StationMetrics.HTTP_CONNECTIONS, connections::size);
        metrics.add(StationMetrics.HTTP_CONNECTIONS_MAX, () -> connectionsMax);
        metrics.add(StationMetrics.HTTP_MEMORY, budget::held);
        metrics.add(StationMetrics.HTTP_MEMORY_MAX, budget::max);
        metrics.add(
                StationMetrics.HTTP_LOOP_RESTARTS,
                () -> loops.stream().mapToInt(EventLoop::restarts).sum());
    }

    RequestMetrics requests() {
        return requests;
    }

    public int port() {
        try {
            return listener.port();
        } catch (IOException e) {
            throw new IllegalStateException("the port is closed", e);
        }
    }

    /// Accepts no more requests; requests under way are answered, if they end in time.
    @Override
    public void close() {
        stopping = true;
        loops.getFirst().execute(listener::leave);
        connections.forEach(Connection::leaveIfIdle);
        awaitAnswers();
        loops.forEach(EventLoop::stop);
        // The loops have ended; connections on their way to one are left.
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

    /// Takes a connection; false if its client has too many.
    private boolean accepted(SocketChannel channel) {
        var client = clients.connected(channel.socket().getInetAddress());
        if (!makesRoom(client)) {
            clients.disconnected(client);
            return false;
        }
        var loop = loops.get(Math.floorMod(accepted++, loops.size()));
        var connection = new Connection(this, loop, channel, client);
        connections.add(connection);
        newest = connection;
        connection.open();
        return true;
    }

    /// Closes idle connections of a client that has more than its share; false if all are busy.
    private boolean makesRoom(Client client) {
        int share = Limits.connectionsOfClient(connectionsMax);
        if (client.isProxy() || client.staying() <= share) {
            return true;
        }
        long nowNanos = System.nanoTime();
        if (client.isKnownToBeBusy(nowNanos)) {
            return false;
        }
        var idle = eviction.choose(other -> other.client().equals(client), share);
        if (idle.isEmpty()) {
            client.foundBusy(nowNanos);
            return false;
        }
        idle.forEach(Connection::evict);
        return true;
    }

    private void full() {
        eviction.choose(other -> !other.equals(newest), connectionsMax).forEach(Connection::evict);
    }

    /// The client at another address, for which a proxy has connected.
    Client represents(Client proxy, InetAddress address) throws BadRequest {
        var client = clients.connected(address);
        if (!makesRoom(client)) {
            clients.disconnected(client);
            throw BadRequest.of(Problem.unavailable("This address has too many connections open."));
        }
        clients.disconnected(proxy);
        return client;
    }

    void closed(Connection connection) {
        if (connections.remove(connection)) {
            clients.disconnected(connection.client());
            loops.getFirst().execute(listener::closed);
        }
    }

    /// Closes connections that hold memory of requests and answers and make no progress; false if
    /// there was none. On the thread of the loop that owns these connections.
    boolean relieve(EventLoop loop, Connection except) {
        long nowNanos = System.nanoTime();
        if (!loop.mayRelieve(nowNanos)) {
            return false;
        }
        var stalled =
                connections.stream()
                        .filter(connection -> connection.isOn(loop) && !connection.equals(except))
                        .filter(connection -> connection.isStalled(nowNanos))
                        .toList();
        stalled.forEach(Connection::leave);
        return !stalled.isEmpty();
    }

    /// Looks for overdue connections as if it were later.
    void sweepAfter(Duration later) {
        long then = System.nanoTime() + later.toNanos();
        loops.forEach(loop -> loop.execute(() -> loop.sweep(then)));
    }

    void began() {
        underWay.incrementAndGet();
    }

    /// The answer is written, or the client is gone.
    void ended() {
        if (underWay.decrementAndGet() == 0 && stopping) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    Gate gate() {
        return gate;
    }

    TrustedProxies proxies() {
        return proxies;
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

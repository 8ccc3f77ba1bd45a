package dev.waybill.engine.deliver.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.deliver.egress.Route;
import dev.waybill.engine.deliver.egress.Target.Scheme;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which connections are kept, and for how long, at a time that is handed in.
class ConnectionPoolTest {

    private static final long NOW = 1_000_000_000_000L;
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ConnectionPool pool = new ConnectionPool();
    private final ServerSocket server = new ServerSocket(0, 1_000, LOOPBACK);

    ConnectionPoolTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        pool.close();
        server.close();
    }

    @Test
    void theLatestUsedIsTakenFirst() throws IOException {
        var first = open("a.example");
        var second = open("a.example");
        pool.put(first, NOW);
        pool.put(second, NOW);

        assertThat(pool.take(first.route(), NOW)).isSameAs(second);
        assertThat(pool.take(first.route(), NOW)).isSameAs(first);
        assertThat(pool.take(first.route(), NOW)).isNull();
    }

    @Test
    void aConnectionIsGoodForItsOwnRouteOnly() throws IOException {
        var connection = open("a.example");
        pool.put(connection, NOW);
        var route = connection.route();
        var elsewhere = InetAddress.ofLiteral("127.0.0.2");

        assertThat(pool.take(route("b.example"), NOW)).isNull();
        assertThat(pool.take(new Route(Scheme.HTTPS, route.host(), route.port(), LOOPBACK), NOW))
                .isNull();
        assertThat(pool.take(new Route(Scheme.HTTP, route.host(), route.port(), elsewhere), NOW))
                .isNull();
        assertThat(pool.take(route, NOW)).isSameAs(connection);
    }

    @Test
    void whatWasIdleTooLongIsClosed() throws IOException {
        var connection = open("a.example");
        pool.put(connection, NOW);

        assertThat(pool.take(connection.route(), NOW + nanos(Connection.IDLE_MAX) + 1)).isNull();
        assertThat(connection.wire().isClosed()).isTrue();
    }

    @Test
    void whatIsTooOldIsNotKept() throws IOException {
        var connection = open("a.example");

        pool.put(connection, NOW + nanos(Connection.AGE_MAX) + 1);

        assertThat(connection.wire().isClosed()).isTrue();
        assertThat(pool.size()).isZero();
    }

    @Test
    void aSweepClosesWhatNobodyWanted() throws IOException {
        var old = open("a.example");
        var young = open("b.example");
        pool.put(old, NOW);
        pool.put(young, NOW + 1);

        assertThat(pool.sweep(NOW + nanos(Connection.IDLE_MAX) + 1)).isEqualTo(1);

        assertThat(old.wire().isClosed()).isTrue();
        assertThat(young.wire().isClosed()).isFalse();
        assertThat(pool.size()).isEqualTo(1);
    }

    @Test
    void oneRouteHasItsBound() throws IOException {
        var small = new ConnectionPool(10, 2);
        small.put(open("a.example"), NOW);
        small.put(open("a.example"), NOW);
        var tooMany = open("a.example");

        small.put(tooMany, NOW);

        assertThat(tooMany.wire().isClosed()).isTrue();
        assertThat(small.size()).isEqualTo(2);
        small.close();
    }

    @Test
    void allRoutesTogetherHaveTheirBound() throws IOException {
        var small = new ConnectionPool(2, 2);
        small.put(open("a.example"), NOW);
        small.put(open("b.example"), NOW);
        var tooMany = open("c.example");

        small.put(tooMany, NOW);

        assertThat(tooMany.wire().isClosed()).isTrue();
        assertThat(small.size()).isEqualTo(2);
        small.close();
    }

    @Test
    void aClosedPoolKeepsNothing() throws IOException {
        var before = open("a.example");
        var after = open("a.example");
        pool.put(before, NOW);

        pool.close();
        pool.put(after, NOW);

        assertThat(before.wire().isClosed()).isTrue();
        assertThat(after.wire().isClosed()).isTrue();
    }

    private Connection open(String host) throws IOException {
        var socket = new Socket(LOOPBACK, server.getLocalPort());
        return new Connection(route(host), socket, socket, NOW);
    }

    private Route route(String host) {
        return new Route(Scheme.HTTP, host, server.getLocalPort(), LOOPBACK);
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }
}

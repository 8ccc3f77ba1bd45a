package dev.waybill.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.infra.net.Cidr;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Connections that do nothing make room for those that do.
class ManyConnectionsTest {

    private static final int CONNECTIONS = 40;
    private static final String GET = "GET /thing/a HTTP/1.1\r\nHost: a\r\n\r\n";

    private final EchoServer echo = server(TrustedProxies.NONE);
    private final List<RawClient> clients = new ArrayList<>();

    private static EchoServer server(TrustedProxies proxies) {
        return new EchoServer(
                new HttpServer.Bounds(new MemoryBudget(16 << 20), CONNECTIONS, Duration.ZERO),
                proxies);
    }

    @AfterEach
    void stop() throws IOException {
        for (var client : clients) {
            client.close();
        }
        echo.close();
    }

    /// From another address, because one address has a quarter of all connections.
    private RawClient connect(int address) throws IOException {
        var client = new RawClient(echo.server.port(), "127.0.1." + address);
        clients.add(client);
        return client;
    }

    private static void ask(RawClient client) throws IOException {
        client.send(GET);
        assertThat(client.answer().body()).isEqualTo("a");
    }

    @Test
    void theSilentGoBeforeThoseThatHaveAsked() throws IOException {
        var kept = connect(1);
        ask(kept);
        for (int i = 0; i < 3 * CONNECTIONS; i++) {
            connect(10 + i);
        }

        ask(connect(2));
        ask(kept);
    }

    @Test
    void theLongestIdleGoFirst() throws IOException {
        var first = connect(1);
        ask(first);
        for (int i = 0; i < CONNECTIONS - 1; i++) {
            ask(connect(10 + i));
        }
        ask(clients.getLast());

        ask(connect(2));

        assertThat(first.atEnd()).isTrue();
        ask(clients.get(CONNECTIONS - 1));
    }

    @Test
    void thoseWithAKeyGoLast() throws IOException {
        var known = connect(1);
        for (int turn = 0; turn < 2; turn++) {
            known.send("POST /guarded HTTP/1.1\r\nHost: a\r\nWord: open\r\n")
                    .send("Content-Length: 2\r\n\r\nhi");
            assertThat(known.answer().body()).isEqualTo("POST /guarded hi");
            for (int i = 0; i < 2 * CONNECTIONS; i++) {
                ask(connect(10 + i));
            }
        }
    }

    @Test
    void thoseThatDoNotReadTheirAnswersMakeRoom() throws IOException {
        for (int i = 0; i < CONNECTIONS; i++) {
            connect(10 + i).send("GET /asset HTTP/1.1\r\nHost: a\r\n\r\n").awaitFirstByte();
        }

        // The first is one more than there may be, and the others wait for a place.
        for (int i = 0; i < 3; i++) {
            ask(connect(1 + i));
        }
    }

    @Test
    void oneAddressWithOnlyRequestsUnderWayGetsNoMore() throws IOException, InterruptedException {
        int share = Limits.connectionsOfClient(CONNECTIONS);
        for (int i = 0; i < share; i++) {
            connect(1).send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
        }
        var replies = new ArrayList<Reply>();
        for (int i = 0; i < share; i++) {
            replies.add(echo.later.take());
        }

        assertThat(connect(1).atEnd()).isTrue();
        assertThat(connect(1).atEnd()).isTrue();
        ask(connect(2));

        replies.forEach(reply -> reply.send(Response.text(200, "done")));
        assertThat(clients.getFirst().answer().body()).isEqualTo("done");
    }

    @Test
    void aRequestUnderWayKeepsItsConnection() throws IOException, InterruptedException {
        var busy = connect(1);
        busy.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
        var reply = echo.later.take();
        for (int i = 0; i < 2 * CONNECTIONS; i++) {
            ask(connect(10 + i));
        }

        reply.send(Response.text(200, "done"));

        assertThat(busy.answer().body()).isEqualTo("done");
    }

    @Test
    void oneAddressHasItsShare() throws IOException {
        var other = connect(2);
        ask(other);
        for (int i = 0; i < 3 * CONNECTIONS; i++) {
            connect(1);
        }
        ask(connect(1));

        ask(other);
        // The second half of all connections is free, and yet they had to make room.
        for (int i = 1; i <= CONNECTIONS; i++) {
            assertThat(clients.get(i).atEnd()).as("connection %d", i).isTrue();
        }
    }

    @Test
    void aProxyHasNoShareAndItsClientsDo() throws IOException {
        var proxies = new TrustedProxies(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()));
        try (var behind = server(proxies)) {
            for (int i = 0; i < 2 * Limits.connectionsOfClient(CONNECTIONS); i++) {
                var client = behind.client();
                clients.add(client);
                ask(client);
            }
            for (var client : clients) {
                ask(client);
            }
            for (int i = 0; i < 2 * Limits.connectionsOfClient(CONNECTIONS); i++) {
                var client = behind.client();
                clients.add(client);
                client.send("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n");
                client.send("GET /source HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.answer().body()).isEqualTo("192.0.2.7");
            }
            assertThat(clients.get(2 * Limits.connectionsOfClient(CONNECTIONS)).atEnd()).isTrue();
        }
    }

    @Test
    void theClientIsTheOneThatTheProxyNames() throws IOException {
        var proxies = new TrustedProxies(List.of(Cidr.parse("127.0.0.1").orElseThrow()));
        try (var behind = server(proxies);
                var proxy = behind.client();
                var stranger = new RawClient(behind.server.port(), "127.0.0.2")) {
            proxy.send(source("X-Forwarded-For: 192.0.2.7"));
            assertThat(proxy.answer().body()).isEqualTo("192.0.2.7");
            stranger.send(source("X-Forwarded-For: 192.0.2.7"));
            assertThat(stranger.answer().body()).isEqualTo("127.0.0.2");
            stranger.send("PROXY TCP4 192.0.2.7 192.0.2.1 1 2\r\n" + source("X: y"));
            assertThat(stranger.answer().status()).isEqualTo(400);
        }
    }

    private static String source(String header) {
        return "GET /source HTTP/1.1\r\nHost: a\r\n" + header + "\r\n\r\n";
    }
}

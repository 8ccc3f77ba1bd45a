package dev.waybill.engine.deliver.egress;

import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A tunnel through the operator's proxy, over real sockets.
class EgressProxyTest {

    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    @Test
    void theProxyIsAskedForTheCheckedAddress() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200));
                var proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            serve(proxy, "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n", endpoint.port());

            var outcome = send("http://me:secret@127.0.0.1:" + proxy.getLocalPort(), endpoint);

            assertThat(outcome).isEqualTo(new Accepted(200));
            assertThat(asked.take())
                    .startsWith("CONNECT 127.0.0.1:" + endpoint.port() + " HTTP/1.1\r\n")
                    .contains("proxy-authorization: Basic bWU6c2VjcmV0\r\n");
            assertThat(endpoint.take().header("host")).startsWith("hooks.example:");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 407 No\r\n\r\n", "HTTP/1.1 200 OK\r\n", "220 mail\r\n\r\n"})
    void aProxyThatOpensNoTunnelsIsOurTrouble(String answer) throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200));
                var proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            serve(proxy, answer, 0);

            var outcome = send("http://127.0.0.1:" + proxy.getLocalPort(), endpoint);

            assertThat(outcome).isEqualTo(new NotSent(LocalFault.PROXY));
            assertThat(endpoint.connections()).isZero();
        }
    }

    @Test
    void aProxyThatIsAwayIsOurTrouble() throws Exception {
        int closed;
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            closed = server.getLocalPort();
        }
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            assertThat(send("http://127.0.0.1:" + closed, endpoint))
                    .isEqualTo(new NotSent(LocalFault.PROXY));
        }
    }

    @Test
    void whatTheProxyCannotReachIsTheEndpoints() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200));
                var proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            serve(proxy, "HTTP/1.1 502 Bad Gateway\r\n\r\n", 0);

            assertThat(send("http://127.0.0.1:" + proxy.getLocalPort(), endpoint))
                    .isEqualTo(new Unanswered(Fault.CONNECT_OTHER));
        }
    }

    /// It lets us pass to others, so it is this address that it denies.
    @Test
    void whatOnlyThisEndpointIsDeniedIsTheEndpoints() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200, new byte[0], "Connection: close"));
                var proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var through =
                    EgressProxy.parse("http://127.0.0.1:" + proxy.getLocalPort()).orElseThrow();
            try (var sender = new PinnedSender(Guards.loopback(), new ManualClock(), through)) {
                serve(proxy, "HTTP/1.1 200 Connection established\r\n\r\n", endpoint.port());
                assertThat(send(sender, endpoint)).isEqualTo(new Accepted(200));
                serve(proxy, "HTTP/1.1 403 Forbidden\r\n\r\n", 0);
                assertThat(send(sender, endpoint)).isEqualTo(new Unanswered(Fault.CONNECT_OTHER));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "proxy:3128", "https://proxy:3128", "http://proxy", "http://p:1/x"})
    void whatIsNoProxyIsNone(String text) {
        assertThat(EgressProxy.parse(text)).isEmpty();
    }

    @Test
    void thePasswordIsNotPrinted() {
        assertThat(EgressProxy.parse("http://me:secret@proxy:3128").orElseThrow().toString())
                .isEqualTo("proxy:3128");
    }

    private Outcome send(String proxy, ScriptedEndpoint endpoint) throws Exception {
        var through = EgressProxy.parse(proxy).orElseThrow();
        try (var sender = new PinnedSender(Guards.loopback(), new ManualClock(), through)) {
            return send(sender, endpoint);
        }
    }

    private static Outcome send(PinnedSender sender, ScriptedEndpoint endpoint) throws Exception {
        var target = Target.parse("http://hooks.example:" + endpoint.port() + "/hook");
        var request =
                new OutgoingRequest(
                        Apps.DEFAULT, target, NOON, "v1,x", List.of(), "{}".getBytes(UTF_8));
        return sender.send(request, Duration.ofSeconds(20), false).outcome();
    }

    /// Answers one connection; with a port, then copies between the two sides.
    private void serve(ServerSocket proxy, String answer, int port) {
        Thread.ofVirtual()
                .start(() -> {
                    try (var client = proxy.accept()) {
                        asked.add(head(client));
                        client.getOutputStream().write(answer.getBytes(ISO_8859_1));
                        if (port > 0) {
                            copyBothWays(client, port);
                        }
                    } catch (IOException e) {
                        // The client has seen enough.
                    }
                });
    }

    private static void copyBothWays(Socket client, int port) throws IOException {
        try (var target = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            target.getInputStream().transferTo(client.getOutputStream());
                        } catch (IOException e) {
                            // Its end is the test's end.
                        }
                    });
            client.getInputStream().transferTo(target.getOutputStream());
        }
    }

    private static String head(Socket client) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) client.getInputStream().read());
        }
        return head.toString();
    }
}

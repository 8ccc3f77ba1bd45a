package dev.waybill.engine.deliver.egress;

import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Blocked;
import dev.waybill.domain.delivery.Outcome.Unanswered;
import dev.waybill.engine.deliver.Answer;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.infra.net.Cidr;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Where a request goes: only to an address that was looked up and checked for it.
public class PinnedSenderAddressTest {

    private static final Duration PLENTY = Duration.ofSeconds(20);

    @Test
    void aDeniedAddressIsNotCalled() throws IOException {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var answer = send(Guards.strict(resolvingTo("127.0.0.1")), secureUrl(endpoint));

            assertThat(answer)
                    .isEqualTo(
                            Answer.only(
                                    new Blocked(),
                                    "the host has an address that must not be called"));
            assertThat(endpoint.connections()).isZero();
        }
    }

    /// A name server in the hands of an attacker: the truth for the check, something else after it.
    @Test
    void aNameThatTurnsToUsAfterTheCheckIsNotCalled() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var guard = Guards.strict(resolvingInTurn("93.184.215.14", "127.0.0.1"));
            assertThat(guard.allowsHost(Target.parse(secureUrl(endpoint)), Apps.DEFAULT, PLENTY))
                    .isTrue();

            var answer = send(guard, secureUrl(endpoint));

            assertThat(answer.outcome()).isEqualTo(new Blocked());
            assertThat(endpoint.connections()).isZero();
        }
    }

    /// Within an attempt there is one look-up, and the checked address is the one that is called.
    @Test
    void aNameThatTurnsToUsAfterTheAttemptsOwnCheckIsNotCalled() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var lookUps = new AtomicInteger();
            var turning = resolvingInTurn("192.0.2.1", "127.0.0.1");
            Resolver counting =
                    (host, appId, timeLimit) -> {
                        lookUps.incrementAndGet();
                        return turning.resolve(host, appId, timeLimit);
                    };

            // An unused address, allowed so that it represents a public one.
            var allowed = List.of(Cidr.parse("192.0.2.0/24").orElseThrow());
            var guard = new EgressGuard(false, PortPolicy.DEFAULT, allowed, counting);
            send(guard, secureUrl(endpoint), Duration.ofMillis(300));

            assertThat(lookUps).hasValue(1);
            assertThat(endpoint.connections()).isZero();
        }
    }

    private static Resolver resolvingInTurn(String first, String afterwards) {
        var asked = new AtomicBoolean();
        return (_, _, _) ->
                List.of(InetAddress.ofLiteral(asked.getAndSet(true) ? afterwards : first));
    }

    @Test
    void oneDeniedAddressAmongManyBlocksThemAll() throws IOException {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var answer =
                    send(Guards.development(resolvingTo("127.0.0.1", "10.0.0.1")), url(endpoint));

            assertThat(answer.outcome()).isEqualTo(new Blocked());
            assertThat(endpoint.connections()).isZero();
        }
    }

    /// As an endpoint that was made while `--dev` allowed it.
    @Test
    void plainHttpIsNotSpokenUnlessDeveloping() throws IOException {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var allowed = List.of(Cidr.parse("127.0.0.0/8").orElseThrow());
            var resolver = resolvingTo("127.0.0.1");
            var guard = new EgressGuard(false, PortPolicy.DEFAULT, allowed, resolver);

            assertThat(send(guard, url(endpoint)).outcome()).isEqualTo(new Blocked());
            assertThat(endpoint.connections()).isZero();
        }
    }

    @Test
    void theNameIsKeptWhileTheAddressIsPinned() throws Exception {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            send(Guards.development(resolvingTo("127.0.0.1")), url(endpoint));

            assertThat(endpoint.take().header("host"))
                    .isEqualTo("hooks.example:" + endpoint.port());
        }
    }

    @Test
    void anIpv6LiteralIsCalledAndNamedInBrackets() throws Exception {
        assumeTrue(NetworkInterface.getByInetAddress(InetAddress.ofLiteral("::1")) != null);
        try (var endpoint = ScriptedEndpoint.at("::1", respond(200))) {
            var url = "http://[::1]:" + endpoint.port() + "/hook";

            var answer = send(Guards.development(resolvingTo("::1")), url);

            assertThat(answer.outcome()).isEqualTo(new Accepted(200));
            assertThat(endpoint.take().header("host")).isEqualTo("[::1]:" + endpoint.port());
        }
    }

    @Test
    void anotherAddressIsTriedWhenOneRefuses() throws IOException {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var resolver = resolvingTo("127.0.0.2", "127.0.0.3", "127.0.0.1");

            var answer = send(Guards.development(resolver), url(endpoint));

            assertThat(answer.outcome()).isEqualTo(new Accepted(200));
        }
    }

    @Test
    void afterThreeAddressesTheAttemptIsOver() throws IOException {
        try (var endpoint = ScriptedEndpoint.that(respond(200))) {
            var resolver = resolvingTo("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.1");

            var answer = send(Guards.development(resolver), url(endpoint));

            assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.CONNECT_REFUSED));
            assertThat(endpoint.connections()).isZero();
        }
    }

    @Test
    void aClosedPortIsNoConnection() throws IOException {
        int closed;
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            closed = server.getLocalPort();
        }

        var answer =
                send(
                        Guards.development(resolvingTo("127.0.0.1")),
                        "http://hooks.example:" + closed + "/");

        assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.CONNECT_REFUSED));
    }

    @Test
    void aNameThatDoesNotResolveIsSaidSo() throws IOException {
        Resolver nowhere =
                (host, _, _) -> {
                    throw new UnknownHostException(host);
                };

        var answer = send(Guards.development(nowhere), "http://hooks.example/");

        assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.DNS));
    }

    @Test
    void aNameWithoutAddressesIsSaidSo() throws IOException {
        var answer = send(Guards.development(resolvingTo()), "http://hooks.example/");

        assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.DNS));
    }

    @Test
    void aServerThatSpeaksNoTlsIsSaidSo() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Thread.ofVirtual().start(() -> greet(server));

            var answer =
                    send(
                            Guards.development(resolvingTo("127.0.0.1")),
                            "https://hooks.example:" + server.getLocalPort() + "/");

            assertThat(answer.outcome()).isEqualTo(new Unanswered(Fault.TLS_OTHER));
        }
    }

    private static void greet(ServerSocket server) {
        try (var socket = server.accept()) {
            socket.getOutputStream().write("220 mail.example ESMTP ready\r\n".getBytes(UTF_8));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The client has seen enough.
        }
    }

    @Test
    void aLiteralNeedsNoLookUp() throws UnknownHostException {
        try (var resolver = new SystemResolver()) {
            assertThat(resolver.resolve("192.0.2.7", Apps.DEFAULT, Duration.ofSeconds(1)))
                    .containsExactly(InetAddress.ofLiteral("192.0.2.7"));
            assertThat(resolver.resolve("2001:db8::1", Apps.DEFAULT, Duration.ofSeconds(1)))
                    .containsExactly(InetAddress.ofLiteral("2001:db8::1"));
        }
    }

    private static Resolver resolvingTo(String... addresses) {
        var found = Arrays.stream(addresses).map(InetAddress::ofLiteral).toList();
        return (_, _, _) -> found;
    }

    private static String secureUrl(ScriptedEndpoint endpoint) {
        return "https://hooks.example:" + endpoint.port() + "/hook";
    }

    private static String url(ScriptedEndpoint endpoint) {
        return "http://hooks.example:" + endpoint.port() + "/hook";
    }

    private static Answer send(EgressGuard guard, String url) throws IOException {
        return send(guard, url, PLENTY);
    }

    private static Answer send(EgressGuard guard, String url, Duration timeLimit)
            throws IOException {
        try (var sender = new PinnedSender(guard, new ManualClock(), null)) {
            var target = Target.parse(url);
            var body = "{}".getBytes(UTF_8);
            return sender.send(
                    new OutgoingRequest(Apps.DEFAULT, target, NOON, "v1,x", List.of(), body),
                    timeLimit,
                    false);
        } catch (Target.Unusable e) {
            throw new AssertionError(e);
        }
    }
}

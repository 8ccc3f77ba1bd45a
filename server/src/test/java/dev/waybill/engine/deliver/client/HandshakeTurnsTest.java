package dev.waybill.engine.deliver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.engine.deliver.egress.Failed;
import dev.waybill.engine.deliver.egress.Route;
import dev.waybill.engine.deliver.egress.Target.Scheme;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.SelfSigned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class HandshakeTurnsTest {

    private static final UUID APP = new UUID(0, 1);
    private static final UUID OTHER_APP = new UUID(0, 2);
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final Executor THREADS = Thread::startVirtualThread;

    private final HandshakeTurns turns = new HandshakeTurns(1);
    private final LinkedBlockingQueue<String> order = new LinkedBlockingQueue<>();

    @Test
    void noMoreComputeAtOnceThanThereAreTurns() throws Failed {
        try (var first = turns.forHandshake(APP, plenty());
                var second = turns.forHandshake(APP, new Deadline(Duration.ofMillis(1), false))) {
            first.take();
            assertThatThrownBy(second::take)
                    .isInstanceOfSatisfying(
                            Failed.class,
                            failed ->
                                    assertThat(failed.outcome())
                                            .isEqualTo(new NotSent(LocalFault.HANDSHAKES)));
            assertThat(second.isRefused()).isTrue();
            assertThat(turns.waiting()).isZero();
        }
        try (var third = turns.forHandshake(APP, plenty())) {
            third.take();
            assertThat(third.isRefused()).isFalse();
        }
    }

    /// With a single turn, a silent receiver does not block the handshakes of others.
    @Test
    void aHandshakeThatWaitsForTheReceiverHoldsNoTurn() throws Exception {
        var certificate = SelfSigned.valid();
        var tls = new Tls(new TlsSessions(certificate::context), turns);
        try (var mute = new ServerSocket(0, 1, LOOPBACK);
                var stalled = new Socket(LOOPBACK, mute.getLocalPort());
                var peer = new TlsPeer(certificate, "TLSv1.3");
                var wire = peer.connect()) {
            var stuck =
                    CompletableFuture.runAsync(
                            () -> shake(tls, stalled, mute.getLocalPort()), THREADS);
            try (var accepted = mute.accept()) {
                assertThat(accepted.getInputStream().read()).as("a record").isEqualTo(0x16);

                TlsPeer.talk(tls.over(wire, route(peer.port()), APP, plenty()).talk());

                assertThat(stuck).isNotDone();
            }
        }
    }

    @Test
    void freeTurnsGoToTheAppsOneAfterAnother() throws Exception {
        try (var busy = turns.forHandshake(APP, plenty())) {
            busy.take();
            queue("a1", APP);
            queue("a2", APP);
            queue("a3", APP);
            queue("b1", OTHER_APP);
        }
        assertThat(next(4)).isEqualTo("a1 b1 a2 a3");
    }

    @Test
    void aHandshakeThatHasBegunGoesFirst() throws Exception {
        try (var begun = turns.forHandshake(APP, plenty());
                var busy = turns.forHandshake(APP, plenty())) {
            begun.take();
            begun.rest();
            busy.take();
            queue("fresh", APP);
            var _ = CompletableFuture.runAsync(() -> takeAndRest("begun", begun), THREADS);
            Eventually.holds(() -> turns.waiting() == 2);
            busy.rest();
            assertThat(next(2)).isEqualTo("begun fresh");
        }
    }

    private void queue(String name, UUID appId) {
        int before = turns.waiting();
        var _ =
                CompletableFuture.runAsync(
                        () -> takeAndRest(name, turns.forHandshake(appId, plenty())), THREADS);
        Eventually.holds(() -> turns.waiting() == before + 1);
    }

    private void takeAndRest(String name, HandshakeTurns.Turn turn) {
        try {
            turn.take();
            order.add(name);
            turn.rest();
        } catch (Failed e) {
            order.add(name + " was refused");
        }
    }

    private String next(int count) throws InterruptedException {
        var names = new StringBuilder(order.take());
        for (int i = 1; i < count; i++) {
            names.append(' ').append(order.take());
        }
        return names.toString();
    }

    private static void shake(Tls tls, Socket wire, int port) {
        try {
            tls.over(wire, route(port), APP, plenty());
        } catch (IOException e) {
            // The test closed the socket.
        }
    }

    private static Route route(int port) {
        return new Route(Scheme.HTTPS, "hooks.example", port, LOOPBACK);
    }

    private static Deadline plenty() {
        return new Deadline(Duration.ofMinutes(10), false);
    }
}

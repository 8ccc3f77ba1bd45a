package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.Refused;
import dev.waybill.engine.deliver.OutgoingRequest;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.engine.deliver.egress.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every trick, played to the service's own sender over real sockets.
class HostileReceiverTest {

    private static final Duration TIME_LIMIT = Duration.ofSeconds(1);

    /// For a slow machine; far below the time of a trick that works.
    private static final Duration SLACK = Duration.ofSeconds(2);

    /// The bytes that the sender reads, and those in the system's buffers before the receiver
    /// notices.
    private static final long BYTES_MAX = 16L << 20;

    private final HostileReceiver receiver;
    private final PinnedSender sender =
            new PinnedSender(
                    new EgressGuard(
                            true,
                            PortPolicy.DEFAULT,
                            List.of(),
                            (_, _, _) -> List.of(InetAddress.getLoopbackAddress())),
                    InstantSource.system(),
                    null);

    HostileReceiverTest() throws IOException {
        receiver = new HostileReceiver();
    }

    @AfterEach
    void close() throws IOException {
        sender.close();
        receiver.close();
    }

    @ParameterizedTest
    @EnumSource(Trick.class)
    void noTrickCostsMoreThanTheTimeLimit(Trick trick) throws Exception {
        long start = System.nanoTime();

        var outcome = send(trick);

        var took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(took).as("%s", outcome).isLessThan(TIME_LIMIT.plus(SLACK));
        assertThat(receiver.connections()).as("it was played").isOne();
        assertThat(receiver.bytesWritten()).isLessThan(BYTES_MAX);
        assertThat(outcome).isInstanceOf(expected(trick));
    }

    /// Only a complete status is an answer, regardless of the rest.
    private static Class<? extends Outcome> expected(Trick trick) {
        return switch (trick) {
            case DRIPPING_BODY, ENDLESS_BODY, ENDLESS_CHUNKS, SHORT_BODY, LYING_CHUNK, GZIP_BOMB ->
                    Accepted.class;
            case LEFTOVERS, REDIRECT -> Refused.class;
            case SILENCE,
                    DRIPPING_HEAD,
                    ENDLESS_HEAD,
                    HUGE_HEADER,
                    INTERIM_FLOOD,
                    TWO_LENGTHS,
                    EARLY_CLOSE,
                    SLOW_TLS ->
                    Outcome.Unanswered.class;
        };
    }

    @Test
    void aRedirectToThisMachineIsAFailureAndNobodyGoesThere() throws Exception {
        assertThat(send(Trick.REDIRECT)).isEqualTo(new Refused(307, null));
        assertThat(receiver.requests()).isOne();
        assertThat(receiver.requestsInside()).isZero();
    }

    @Test
    void whatIsLeftOverIsNoAnswerToTheNextRequest() throws Exception {
        assertThat(send(Trick.LEFTOVERS)).isEqualTo(new Refused(500, null));
        assertThat(send(Trick.LEFTOVERS)).isEqualTo(new Refused(500, null));

        assertThat(receiver.connections()).isEqualTo(2);
    }

    private Outcome send(Trick trick) throws Target.Unusable {
        var request =
                new OutgoingRequest(
                        Apps.DEFAULT,
                        Target.parse(receiver.url(trick)),
                        InstantSource.system().instant(),
                        "v1,none",
                        List.of(),
                        "{}".getBytes(UTF_8));
        return sender.send(request, TIME_LIMIT, false).outcome();
    }
}

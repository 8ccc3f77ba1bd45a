package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class IncomingTest {

    private static final Gate NO_ROUTES =
            new Gate(new Router(List.of()), new RequestMetrics(List.of()));

    private static final Incoming.Memory MEMORY =
            new Incoming.Memory() {
                private final MemoryBudget budget = new MemoryBudget(16 << 20);
                private final Client client =
                        new Clients(TrustedProxies.NONE)
                                .connected(InetAddress.getLoopbackAddress());

                @Override
                public Charge charge(Trust trust) {
                    return new Charge(budget, client, trust);
                }

                @Override
                public boolean take(Charge charge, long bytes) {
                    return charge.add(bytes);
                }
            };

    /// Ten thousand clients that stop within the body of a request to an unknown path would
    /// otherwise hold ten thousand heads that nobody counts.
    @Test
    void aRefusedRequestDoesNotHoldItsHead() throws Exception {
        var head =
                RequestHead.parse(
                        "POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"
                                .getBytes(ISO_8859_1));
        var held = new WeakReference<>(head);
        var sender = new ReceivedRequest.Sender("req_1", InetAddress.getLoopbackAddress());
        var refused = Incoming.begin(head, sender, NO_ROUTES, MEMORY);
        head = null;

        System.gc();

        assertThat(held.get()).isNull();
        assertThat(refused.complete()).isFalse();
    }

    @Test
    void aProblemDoesNotRepeatALongPath() {
        assertThat(Problem.nothingAt("/" + "x".repeat(15_000)).detail()).hasSizeLessThan(300);
        assertThat(Problem.methodNotAllowed("GET", "X".repeat(15_000)).detail())
                .hasSizeLessThan(300);
    }
}

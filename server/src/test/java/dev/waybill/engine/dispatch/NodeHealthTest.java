package dev.waybill.engine.dispatch;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.domain.delivery.Outcome.Accepted;
import dev.waybill.domain.delivery.Outcome.NotSent;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A node that cannot send: no endpoint is blamed for it, and others take its work.
class NodeHealthTest {

    private static final int ENDPOINTS = 60;

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void itCountsNothingTakesNothingOnAndSaysSo() throws Exception {
        var endpoints = endpoints();
        var worker = troubled();

        assertThat(worker.node.condition())
                .contains(
                        "This node cannot deliver: it cannot open sockets: it has run out of file"
                                + " descriptors or memory.");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
        assertThat(DB.rows("SELECT DISTINCT state, attempts, reason FROM delivery"))
                .containsExactly("pending 0 null");
        setClock(worker, NOON.plusSeconds(4));
        assertThat(worker.dispatcher.reserve(endpoints.getFirst(), false, 10)).isFalse();
        worker.health.runOnce();
        assertThat(DB.number("SELECT count(*) FROM endpoint_health")).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"PORTS", "ROUTE"})
    void withoutPortsOrRoutesItIsTheSame(LocalFault fault) throws Exception {
        endpoints();
        var worker = troubled(fault);

        assertThat(worker.node.condition())
                .contains("This node cannot deliver: " + fault.words() + ".");
        assertThat(DB.number("SELECT count(*) FROM attempt")).isZero();
        assertThat(DB.rows("SELECT DISTINCT state, attempts, reason FROM delivery"))
                .containsExactly("pending 0 null");
        worker.health.runOnce();
        assertThat(DB.number("SELECT count(*) FROM endpoint_health")).isZero();
    }

    @Test
    void anotherNodeTakesItsDeliveries() throws Exception {
        endpoints();
        troubled();
        clock.set(NOON.plusSeconds(11));
        var healthy = new Worker(DB, clock, 2);

        assertThat(healthy.claimer.runOnce().claimed()).isEqualTo(ENDPOINTS);
        healthy.settle(ENDPOINTS);

        assertThat(DB.rows("SELECT DISTINCT state, attempts FROM delivery"))
                .containsExactly("delivered 1");
    }

    /// An endpoint that one process owns must not wait for a process that cannot send.
    @Test
    void itLetsGoOfWhatItAloneMaySendTo() throws Exception {
        for (int i = 0; i < ENDPOINTS; i++) {
            fixtures.delivery().to(fixtures.endpointThatTakes(1)).due(NOON).insert();
        }
        var worker = troubled();
        setClock(worker, NOON.plusSeconds(4));

        worker.claimer.runOnce();

        assertThat(DB.number("SELECT count(*) FROM endpoint_owner")).isZero();
    }

    @Test
    void aProbeThatIsAnsweredClosesTheBreaker() throws Exception {
        endpoints();
        var worker = troubled();
        setClock(worker, NOON.plusSeconds(15));

        assertThat(worker.claimer.runOnce().claimed()).isEqualTo(10);
        worker.settle(10);
        assertThat(worker.node.canDeliver()).as("after failed probes").isFalse();
        worker.sender.answer(new Accepted(200));
        setClock(worker, NOON.plusSeconds(20));
        assertThat(worker.claimer.runOnce().claimed()).isEqualTo(10);
        worker.settle(10);

        assertThat(worker.node.condition()).isEmpty();
        setClock(worker, NOON.plusSeconds(40));
        assertThat(worker.claimer.runOnce().claimed()).isEqualTo(ENDPOINTS - 10);
        worker.settle(ENDPOINTS - 10);
    }

    /// One that has tried a delivery to each endpoint in vain.
    private Worker troubled() throws Exception {
        return troubled(LocalFault.SOCKETS);
    }

    private Worker troubled(LocalFault fault) throws Exception {
        var worker = new Worker(DB, clock, 1);
        worker.sender.answer(new NotSent(fault));
        assertThat(worker.claimer.runOnce().claimed()).isEqualTo(ENDPOINTS);
        worker.settle(ENDPOINTS);
        return worker;
    }

    private List<Endpoint> endpoints() {
        var endpoints = IntStream.range(0, ENDPOINTS).mapToObj(_ -> fixtures.endpoint()).toList();
        endpoints.forEach(endpoint -> fixtures.delivery().to(endpoint).due(NOON).insert());
        return endpoints;
    }

    private void setClock(Worker worker, Instant to) {
        clock.set(to);
        worker.live();
    }
}

package dev.waybill.engine.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A process with a hundred permits, whose endpoints do not answer, and the permits that are left
/// to others.
class IsolationTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final int PERMITS = 100;

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

    /// All of them are new, so the process cannot know that they are slow.
    @Test
    void anAppsHungEndpointsLeavePermitsToAnotherApp() throws Exception {
        var neighbour = neighbour();
        for (int i = 0; i < 60; i++) {
            insert(fixtures.endpoint(), 4);
        }
        var worker = worker(new Bounds(PERMITS, 10_000, 1 << 20));
        worker.sender.hold();
        worker.claimer.runOnce();
        Eventually.holds(() -> worker.sender.held() == 90);

        insert(neighbour, 2);
        worker.claimer.runOnce();

        Eventually.holds(() -> worker.sender.held() == 92);
        worker.stop(242);
    }

    @Test
    void itsBodiesLeaveMemoryToAnotherApp() throws Exception {
        var neighbour = neighbour();
        for (int i = 0; i < 10; i++) {
            insert(fixtures.endpoint(), 10);
        }
        DB.execute("UPDATE event SET data = convert_to('\"' || repeat('x', 1000) || '\"', 'UTF8')");
        var worker = worker(new Bounds(1_000, 10_000, 40_000));
        worker.sender.hold();
        for (int i = 0; i < 5; i++) {
            worker.claimer.runOnce();
        }

        assertThat(worker.sender.sent()).hasSizeBetween(20, 36);
        assertThat(worker.dispatcher.reserve(routed(worker, neighbour), false, 1_000)).isTrue();
        worker.dispatcher.release(neighbour.id(), 1_000);
        worker.sender.letGo();
    }

    /// If all began together, attempts of quick endpoints would wait for a processor.
    @Test
    void attemptsOfSlowEndpointsBeginOneAfterTheOther() throws Exception {
        var endpoint = fixtures.endpoint();
        insert(endpoint, 3);
        int processors = 2;
        var worker = new Worker(DB, clock, 1, new Bounds(PERMITS, 1_000, 1 << 20), processors);
        worker.standStill();
        worker.sender.hold();
        worker.claimer.runOnce();
        Eventually.holds(() -> worker.sender.held() == 3);
        worker.letPass(Tempo.QUICK_MAX);

        insert(endpoint, processors + 3);
        worker.claimer.runOnce();

        assertThat(worker.running()).as("with the first step").isEqualTo(5);
        clock.advance(Spread.STEP);
        worker.alarm.ring();
        assertThat(worker.running()).as("with the next").isEqualTo(7);
        worker.dispatcher.drain();
        assertThat(worker.running()).as("at the end").isEqualTo(8);
        worker.stop(8);
    }

    @Test
    void lanesOfEndpointsThatAreGoneAreForgotten() throws Exception {
        var endpoint = fixtures.endpoint();
        var kept = fixtures.endpoint();
        insert(endpoint, 1);
        insert(kept, 1);
        var worker = worker(new Bounds(PERMITS, 100, 1 << 20));
        worker.claimer.runOnce();
        worker.settle(2);

        assertThat(worker.dispatcher.removeDeleted()).isZero();
        fixtures.endpoints().delete(endpoint.id(), new Scope(null, Mode.LIVE), Fixtures.ACT);
        worker.routes.refresh();

        assertThat(worker.dispatcher.removeDeleted()).isOne();
    }

    /// An endpoint of another app than all the others.
    private Endpoint neighbour() {
        var endpoint = fixtures.endpoint();
        DB.execute("UPDATE endpoint SET app_id = ? WHERE id = ?", Apps.PLATFORM, endpoint.id());
        return endpoint;
    }

    private static Endpoint routed(Worker worker, Endpoint endpoint) {
        return requireNonNull(worker.routes.current().endpoint(endpoint.id()));
    }

    private void insert(Endpoint endpoint, int deliveries) {
        for (int i = 0; i < deliveries; i++) {
            fixtures.delivery().to(endpoint).insert();
        }
    }

    private Worker worker(Bounds bounds) {
        return new Worker(DB, clock, 1, bounds);
    }
}

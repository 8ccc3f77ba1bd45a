package dev.waybill.engine.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/// One process's capture, without its loop.
final class Station {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    final RoutingTable routes;
    final Leases leases;
    final FakeFastPath fastPath = new FakeFastPath();
    final Capture capture;

    /// A station whose ids differ from those of a station with another number.
    Station(TestDatabase db, ManualClock clock, int number) {
        var ids = new Ids(clock, new SplittableRandom(number));
        routes = new RoutingTable(db.database(), System::nanoTime);
        leases = new Leases(new ProcessLife(ids.next(), System::nanoTime, clock));
        var writer =
                new CaptureWriter(
                        db.database(), routes, leases, fastPath, new Tally(clock), clock, ids);
        capture = new Capture(writer, routes, ids, System::nanoTime);
        try {
            routes.refresh();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /// Publishes as one request, which one pass takes.
    List<CaptureResult> publish(Draft... drafts) throws InterruptedException {
        return publish(Stream.of(drafts).map(Draft::build).toList());
    }

    List<CaptureResult> publish(List<Publication> publications) throws InterruptedException {
        var pass = new FutureTask<>(() -> capture.runOnce(PATIENCE));
        Thread.ofVirtual().start(pass);
        var results = capture.publish(publications);
        assertThat(pass).succeedsWithin(PATIENCE);
        return results;
    }

    /// For a request that is expected to be captured.
    CaptureResult.Captured capture(Draft draft) throws InterruptedException {
        var result = publish(draft).getFirst();
        if (result instanceof CaptureResult.Captured captured) {
            return captured;
        }
        throw new AssertionError(result);
    }
}

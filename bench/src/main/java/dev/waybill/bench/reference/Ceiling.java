package dev.waybill.bench.reference;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/// The upper limit: the rows of the service, in its tables and indexes, written by two connections
/// in batches of 500 with nothing else to do. One transaction inserts a batch as captured and
/// leased, the next one settles it.
public final class Ceiling implements Contender, AutoCloseable {

    private static final int CONNECTIONS = 2;
    private static final int BATCH = 500;

    private final Database database;
    private final InstantSource clock;
    private final Ids ids;
    private final List<CeilingStore> stores = new ArrayList<>();

    public Ceiling(DatabaseUrl url, InstantSource clock) throws SQLException {
        this.clock = clock;
        this.ids = new Ids(clock, new SplittableRandom());
        Migrations.run(url);
        this.database = new Database(url);
        new PartitionKeeper(database, clock).runOnce();
        for (int i = 0; i < CONNECTIONS; i++) {
            // Connections of the engine, because they have the plans that the service uses.
            var connection = database.engine();
            connection.setAutoCommit(false);
            stores.add(new CeilingStore(connection));
        }
    }

    @Override
    public String name() {
        return "ceiling";
    }

    @Override
    public Slice run(Duration length) {
        long start = System.nanoTime();
        long end = start + length.toNanos();
        var tasks = stores.stream().map(store -> (Callable<Long>) () -> write(store, end)).toList();
        long deliveries = Crew.run(tasks);
        return new Slice(deliveries, Duration.ofNanos(System.nanoTime() - start));
    }

    private long write(CeilingStore store, long endNanos) throws SQLException {
        long deliveries = 0;
        while (System.nanoTime() < endNanos) {
            var batch = CeilingBatch.make(BATCH, ids, clock.instant());
            store.insertEvents(batch);
            store.insertDeliveries(batch);
            store.insertLease(batch);
            store.commit();
            store.updateDeliveries(batch);
            store.insertAttempts(batch);
            store.deleteLease(batch);
            store.commit();
            deliveries += BATCH;
        }
        return deliveries;
    }

    @Override
    public void close() throws SQLException {
        for (var store : stores) {
            store.close();
        }
        database.close();
    }
}

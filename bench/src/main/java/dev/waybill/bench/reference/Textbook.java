package dev.waybill.bench.reference;

import dev.waybill.bench.lab.Pace;
import dev.waybill.bench.wire.Payload;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// The worker loop that articles describe: single-row inserts, and workers that each take one
/// delivery, post it and record the result, with a transaction for every step.
public final class Textbook implements Contender, AutoCloseable {

    private static final int WORKERS = 16;

    /// Enough to keep the backlog from running dry: the rate of the workers is measured.
    private static final int PRODUCERS = 8;

    /// The backlog stays between these: workers never wait, and the index stays small.
    private static final int BACKLOG_MAX = 1_000;

    private static final Duration FULL_PAUSE = Duration.ofMillis(1);
    private static final Duration EMPTY_PAUSE = Duration.ofMillis(1);

    private final InstantSource clock;
    private final int receiverPort;
    private final List<TextbookStore> producers = new ArrayList<>();
    private final List<TextbookStore> workers = new ArrayList<>();
    private final List<SignedPost> posts = new ArrayList<>();
    private final List<byte[]> bodies =
            IntStream.range(0, Payload.ENDPOINTS).mapToObj(Payload::data).toList();
    private final AtomicLong inserted = new AtomicLong();
    private final AtomicLong claimed = new AtomicLong();

    public Textbook(DatabaseUrl url, int receiverPort, InstantSource clock)
            throws SQLException, IOException {
        this.clock = clock;
        this.receiverPort = receiverPort;
        var source = Database.unpooled(url);
        try (var connection = source.getConnection()) {
            TextbookStore.createTables(connection);
        }
        for (int i = 0; i < PRODUCERS; i++) {
            producers.add(new TextbookStore(source.getConnection()));
        }
        for (int i = 0; i < WORKERS; i++) {
            workers.add(new TextbookStore(source.getConnection()));
            posts.add(new SignedPost(receiverPort));
        }
    }

    @Override
    public String name() {
        return "textbook";
    }

    @Override
    public Slice run(Duration length) {
        long start = System.nanoTime();
        long end = start + length.toNanos();
        var tasks = new ArrayList<Callable<Long>>();
        for (var producer : producers) {
            tasks.add(() -> produce(producer, end));
        }
        for (int i = 0; i < WORKERS; i++) {
            var worker = workers.get(i);
            var post = posts.get(i);
            tasks.add(() -> work(worker, post, end));
        }
        long deliveries = Crew.run(tasks);
        return new Slice(deliveries, Duration.ofNanos(System.nanoTime() - start));
    }

    /// Returns zero: inserting delivers nothing.
    private long produce(TextbookStore store, long endNanos) throws SQLException {
        while (System.nanoTime() < endNanos) {
            if (inserted.get() - claimed.get() >= BACKLOG_MAX) {
                Pace.pause(FULL_PAUSE);
                continue;
            }
            long number = inserted.incrementAndGet();
            int endpoint = (int) (number % Payload.ENDPOINTS);
            var url = "http://127.0.0.1:" + receiverPort + Payload.path(endpoint);
            store.insert("evt_" + number, endpoint, url, bodies.get(endpoint));
            store.commit();
        }
        return 0;
    }

    private long work(TextbookStore store, SignedPost post, long endNanos)
            throws SQLException, IOException {
        long delivered = 0;
        while (System.nanoTime() < endNanos) {
            var due = store.selectDue();
            if (due.isEmpty()) {
                store.commit();
                Pace.pause(EMPTY_PAUSE);
                continue;
            }
            var delivery = due.get();
            store.markInFlight(delivery.id());
            store.commit();
            claimed.incrementAndGet();

            long start = System.nanoTime();
            int status =
                    post.send(
                            delivery.id(),
                            delivery.url(),
                            delivery.body(),
                            clock.instant().getEpochSecond());
            int millis = (int) Duration.ofNanos(System.nanoTime() - start).toMillis();

            store.markDelivered(delivery.id(), status);
            store.insertAttempt(delivery.id(), millis, status);
            store.commit();
            delivered++;
        }
        return delivered;
    }

    @Override
    public void close() throws SQLException, IOException {
        for (var store : producers) {
            store.close();
        }
        for (var store : workers) {
            store.close();
        }
        for (var post : posts) {
            post.close();
        }
    }
}

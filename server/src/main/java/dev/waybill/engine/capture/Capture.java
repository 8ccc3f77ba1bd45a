package dev.waybill.engine.capture;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.BatchCollector.Patience;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.SqlStates;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes publications from any number of requests and commits those that wait: one event at once
/// when the service is idle, hundreds in one transaction when it is busy. A request is answered
/// only after the commit.
public final class Capture implements Measured {

    /// A larger batch does not make a row cheaper, and its first item waits longer.
    static final int BATCH_EVENTS_MAX = 500;

    /// Short compared with the time in which a publisher expects its answer, and long enough for
    /// the rest of a crowd to arrive.
    static final Duration CROWD_PATIENCE = Duration.ofMillis(4);

    /// While events arrive all the time, an event waits for a second one, but not longer than until
    /// this time after the last batch. At 1,000 events a second that halves the statements and
    /// commits, and only every other event waits.
    static final Duration STREAM_PATIENCE = Duration.ofMillis(3);

    private static final int STREAM_EVENTS = 2;

    /// An event may have thousands of endpoints. A statement should not write a million rows.
    static final int BATCH_DELIVERIES_MAX = 5_000;

    /// Requests that wait for a writer. More could not be served in time.
    static final int WAITING_MAX = 20_000;

    /// The bytes of the requests that wait, so that large batches cannot fill the memory.
    static final long WAITING_BYTES_MAX = 64L << 20;

    /// A publisher gets 503 within five seconds while the database is unreachable.
    static final Duration ANSWER_WITHIN = Duration.ofMillis(4_500);

    /// The period of [#giveUpOverdue]: an answer is late by at most this time.
    public static final Duration WATCH_PERIOD = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(Capture.class);

    private final CaptureWriter writer;
    private final RoutingTable routes;
    private final Ids ids;
    private final LongSupplier nanoClock;
    private final BlockingQueue<Ticket> queue = new ArrayBlockingQueue<>(WAITING_MAX);
    private final BatchCollector<Ticket> collector =
            new BatchCollector<>(
                    queue,
                    Ticket::size,
                    BATCH_EVENTS_MAX,
                    _ -> false,
                    new Patience(CROWD_PATIENCE, STREAM_PATIENCE, STREAM_EVENTS));
    private final Queue<Ticket> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final CaptureMetrics metrics = new CaptureMetrics();
    private volatile boolean stopping;

    private volatile Runnable onMissingPartition = () -> {};

    public Capture(CaptureWriter writer, RoutingTable routes, Ids ids, LongSupplier nanoClock) {
        this.writer = writer;
        this.routes = routes;
        this.ids = ids;
        this.nanoClock = nanoClock;
    }

    @Override
    public void measureIn(MetricRegistry registry) {
        metrics.measureIn(registry);
        registry.add(StationMetrics.CAPTURE_WAITING, queue::size);
        registry.add(StationMetrics.CAPTURE_WAITING_BYTES, waitingBytes::get);
    }

    /// The listener is called if the current day has no partition: the clock of the database may
    /// have been set far ahead.
    public void onMissingPartition(Runnable listener) {
        onMissingPartition = listener;
    }

    /// Passes one result for each publication to the listener, in order, after the commit. The
    /// listener must not block: it runs on the thread of the writer.
    public void publish(List<Publication> publications, Consumer<List<CaptureResult>> listener) {
        if (publications.isEmpty()) {
            listener.accept(List.of());
            return;
        }
        long askedNanos = nanoClock.getAsLong();
        var ticket =
                new Ticket(
                        publications,
                        askedNanos + ANSWER_WITHIN.toNanos(),
                        (answered, results) -> {
                            long nanos = nanoClock.getAsLong() - askedNanos;
                            metrics.answered(answered, results, nanos);
                            listener.accept(results);
                        });
        if (enqueue(ticket)) {
            unanswered.add(ticket);
        } else {
            ticket.giveUp();
        }
    }

    /// The same for a caller that can wait.
    public List<CaptureResult> publish(List<Publication> publications) throws InterruptedException {
        var results = new CompletableFuture<List<CaptureResult>>();
        publish(publications, results::complete);
        try {
            return results.get();
        } catch (ExecutionException e) {
            throw new AssertionError("nobody completes it with a failure", e);
        }
    }

    /// The process is about to end. Producers are served until the writers stop; events of Waybill
    /// itself are left to another process or to the next start.
    public void stop() {
        stopping = true;
    }

    boolean stopping() {
        return stopping;
    }

    private boolean enqueue(Ticket ticket) {
        if (waitingBytes.addAndGet(ticket.bytes()) <= WAITING_BYTES_MAX && queue.offer(ticket)) {
            collector.arrived();
            return true;
        }
        waitingBytes.addAndGet(-ticket.bytes());
        return false;
    }

    /// Answers the requests whose time is up. One job does it for all, instead of a timer for each.
    /// Returns how many.
    public int giveUpOverdue() {
        int overdue = 0;
        long now = nanoClock.getAsLong();
        // Requests are nearly in the order of their deadlines, so the first that is neither
        // answered nor overdue ends the search.
        for (var first = unanswered.peek(); first != null; first = unanswered.peek()) {
            if (!first.answered()) {
                if (!first.overdue(now)) {
                    break;
                }
                first.giveUp();
                overdue++;
            }
            unanswered.remove();
        }
        return overdue;
    }

    /// Commits the publications that wait. Waits for the first one up to `patience`. Returns how
    /// many events were in the batch.
    public int runOnce(Duration patience) throws InterruptedException {
        var items = new ArrayList<Item>();
        for (var ticket : collector.next(patience)) {
            waitingBytes.addAndGet(-ticket.bytes());
            if (ticket.take()) {
                add(ticket, items);
            }
        }
        for (var part : inParts(items)) {
            write(part);
        }
        return items.size();
    }

    private void add(Ticket ticket, List<Item> items) {
        var publications = ticket.publications();
        for (int i = 0; i < publications.size(); i++) {
            items.add(new Item(publications.get(i), ids.next(), ticket, i));
        }
    }

    private List<List<Item>> inParts(List<Item> items) {
        var table = routes.current();
        var parts = new ArrayList<List<Item>>();
        var part = new ArrayList<Item>();
        int rows = 0;
        for (var item : items) {
            var publication = item.publication();
            rows +=
                    table.matching(publication.appId(), publication.mode(), publication.type())
                            .size();
            part.add(item);
            if (rows >= BATCH_DELIVERIES_MAX || part.size() >= BATCH_EVENTS_MAX) {
                parts.add(part);
                part = new ArrayList<>();
                rows = 0;
            }
        }
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return parts;
    }

    private void write(List<Item> all) {
        // A request may be larger than a part. If it is unknown whether its first part was
        // captured, the rest must not be: when the request is repeated, the events of the first
        // part would follow those of the rest in their ordering keys.
        var items = all.stream().filter(item -> !item.ticket().isBroken()).toList();
        if (items.isEmpty()) {
            return;
        }
        try {
            long begunNanos = nanoClock.getAsLong();
            writer.write(items);
            metrics.written(items.size(), nanoClock.getAsLong() - begunNanos);
        } catch (SQLException e) {
            if (SqlStates.isPartitionMissing(e)) {
                onMissingPartition.run();
            }
            if (!SqlStates.isRefusedForItsData(e)) {
                LOG.warn("capture was not confirmed, events={}", items.size(), e);
                breakOff(items);
            } else if (items.size() > 1) {
                // Split the batch, so that one bad event fails alone.
                int middle = items.size() / 2;
                write(items.subList(0, middle));
                write(items.subList(middle, items.size()));
            } else {
                var refused = items.getFirst();
                refused.ticket()
                        .scope()
                        .resume(() -> LOG.error("the database refused an event", e));
                refused.answer(new CaptureResult.Unstorable());
            }
        } catch (RuntimeException | Error e) {
            // A bug, or the machine has run out of a resource. The requests must not wait for their
            // time-out, and the writer must not end.
            LOG.error("capture failed, events={}", items.size(), e);
            breakOff(items);
        }
    }

    private static void breakOff(List<Item> items) {
        items.stream().map(Item::ticket).distinct().forEach(Ticket::breakOff);
    }
}

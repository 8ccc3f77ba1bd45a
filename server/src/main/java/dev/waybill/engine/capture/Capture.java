package dev.waybill.engine.capture;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.SqlStates;
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

/// Takes publications from any number of requests and commits whatever is waiting: one event at
/// once when the service is idle, hundreds in one transaction when it is busy. A request hears of
/// success only after the commit.
public final class Capture {

    /// Beyond this a larger batch no longer makes a row cheaper, and the first in it waits longer.
    static final int BATCH_EVENTS_MAX = 500;

    /// Small against the time in which a publisher expects its answer, and more than enough for the
    /// others of a crowd to arrive.
    static final Duration CROWD_PATIENCE = Duration.ofMillis(4);

    /// An event may go to thousands of endpoints; a statement should not write a million rows.
    static final int BATCH_DELIVERIES_MAX = 5_000;

    /// Requests waiting for a writer; more than this cannot be served in time anyway.
    static final int WAITING_MAX = 20_000;

    /// And what they may weigh together, so that large batches cannot fill the memory.
    static final long WAITING_BYTES_MAX = 64L << 20;

    /// A publisher hears 503 within five seconds when the database is away.
    static final Duration ANSWER_WITHIN = Duration.ofMillis(4_500);

    /// How often [#giveUpOverdue] should run: the answer is late by this much at most.
    public static final Duration WATCH_PERIOD = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(Capture.class);

    private final CaptureWriter writer;
    private final RoutingTable routes;
    private final Ids ids;
    private final LongSupplier nanoClock;
    private final BlockingQueue<Ticket> queue = new ArrayBlockingQueue<>(WAITING_MAX);
    private final BatchCollector<Ticket> collector =
            new BatchCollector<>(queue, Ticket::size, BATCH_EVENTS_MAX, _ -> true, CROWD_PATIENCE);
    private final Queue<Ticket> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private volatile boolean stopping;

    private volatile Runnable onMissingPartition = () -> {};

    public Capture(CaptureWriter writer, RoutingTable routes, Ids ids, LongSupplier nanoClock) {
        this.writer = writer;
        this.routes = routes;
        this.ids = ids;
        this.nanoClock = nanoClock;
    }

    /// What is to be done when there is no partition for the current day: the database's clock may
    /// have been set far ahead.
    public void onMissingPartition(Runnable listener) {
        onMissingPartition = listener;
    }

    /// Tells one result for each publication, in order, after the commit. The listener must not
    /// wait: it is told on the thread that writes for everybody.
    public void publish(List<Publication> publications, Consumer<List<CaptureResult>> listener) {
        if (publications.isEmpty()) {
            listener.accept(List.of());
            return;
        }
        long dueNanos = nanoClock.getAsLong() + ANSWER_WITHIN.toNanos();
        var ticket = new Ticket(publications, dueNanos, listener);
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

    /// The process is about to end. Producers are served until the writers stop; what Waybill
    /// itself has to tell is left to another process, or to the next start.
    public void stop() {
        stopping = true;
    }

    boolean stopping() {
        return stopping;
    }

    private boolean enqueue(Ticket ticket) {
        if (waitingBytes.addAndGet(ticket.bytes()) <= WAITING_BYTES_MAX && queue.offer(ticket)) {
            return true;
        }
        waitingBytes.addAndGet(-ticket.bytes());
        return false;
    }

    /// Answers those whose time is up: one watch for all, in place of a timer for each. Returns how
    /// many there were.
    public int giveUpOverdue() {
        int overdue = 0;
        long now = nanoClock.getAsLong();
        // They are in the order of their time, give or take a moment between two that came
        // together, so the first that is neither answered nor overdue ends the search.
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

    /// Commits what is waiting, after a moment's patience for the first. Returns how many events
    /// were in it.
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
        // A request may be larger than a part. If nobody knows whether its first part was captured,
        // the rest must not be: when the request is repeated, the events of its first part would
        // follow those of the rest in their ordering keys.
        var items = all.stream().filter(item -> !item.ticket().isBroken()).toList();
        if (items.isEmpty()) {
            return;
        }
        try {
            writer.write(items);
        } catch (SQLException e) {
            if (SqlStates.isPartitionMissing(e)) {
                onMissingPartition.run();
            }
            if (!SqlStates.isRefusedForItsData(e)) {
                LOG.warn("capture was not confirmed, events={}", items.size(), e);
                breakOff(items);
            } else if (items.size() > 1) {
                // One bad event fails alone.
                int middle = items.size() / 2;
                write(items.subList(0, middle));
                write(items.subList(middle, items.size()));
            } else {
                LOG.error("an event was refused by the database", e);
                items.getFirst().answer(new CaptureResult.Unstorable());
            }
        } catch (RuntimeException | Error e) {
            // A bug, or the machine is out of something. Its requests must not wait for their
            // time-out, nor the writer end.
            LOG.error("capture failed, events={}", items.size(), e);
            breakOff(items);
        }
    }

    private static void breakOff(List<Item> items) {
        items.stream().map(Item::ticket).distinct().forEach(Ticket::breakOff);
    }
}

package dev.waybill.client;

import dev.waybill.client.PublishResult.Published;
import dev.waybill.client.PublishResult.Refused;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Publishes many events with few requests. For any number of threads.
///
/// Events are sent in the order in which they were submitted, one request after another. When the
/// service is slower than the program, the queue fills, and [#submit] waits.
///
/// An event in the queue is lost if the process dies. Its future tells when it is safe.
public final class BatchingPublisher implements AutoCloseable {

    private final Waybill waybill;
    private final BatchOptions options;
    private final PendingEvents pending;
    private final Thread sender;

    /// Not started: that is done when the object is complete.
    private BatchingPublisher(Waybill waybill, BatchOptions options) {
        this.waybill = waybill;
        this.options = options;
        this.pending = new PendingEvents(options);
        this.sender = new Thread(this::run, "waybill-publisher");
        this.sender.setDaemon(true);
    }

    public static BatchingPublisher start(Waybill waybill) {
        return start(waybill, BatchOptions.DEFAULTS);
    }

    public static BatchingPublisher start(Waybill waybill, BatchOptions options) {
        var publisher = new BatchingPublisher(waybill, options);
        publisher.sender.start();
        return publisher;
    }

    /// Puts an event into the queue, and waits for room if it is full.
    ///
    /// The future ends with [RefusedException] or [UnavailableException] if the event was not
    /// published. What is chained to it runs on the sending thread: give slow work an executor
    /// (`thenApplyAsync`).
    ///
    /// @throws IllegalStateException if the publisher is closed
    public CompletableFuture<Published> submit(Event event) throws InterruptedException {
        var written = EventWriter.one(event);
        if (Thread.currentThread().equals(sender)) {
            // Nobody else makes room.
            return pending.offer(written)
                    .orElseThrow(() ->
                            new IllegalStateException(
                                    "the queue is full, and the thread that empties it"
                                            + " must not wait"));
        }
        return pending.put(written);
    }

    /// Puts an event into the queue if there is room.
    ///
    /// @throws IllegalStateException if the publisher is closed
    public Optional<CompletableFuture<Published>> trySubmit(Event event) {
        return pending.offer(EventWriter.one(event));
    }

    private void run() {
        try {
            for (var batch = pending.take(); !batch.isEmpty(); batch = pending.take()) {
                send(batch);
            }
        } catch (InterruptedException e) {
            // The time of close is over; it ends what is left.
            Thread.currentThread().interrupt();
        }
    }

    private void send(List<PendingEvents.Pending> batch) {
        List<PublishResult> results;
        try {
            results =
                    waybill.publishWritten(
                            batch.stream().map(PendingEvents.Pending::bytes).toList());
        } catch (RuntimeException | Error e) {
            // Whatever it is, nobody may wait for these futures forever.
            batch.forEach(event -> event.result().completeExceptionally(e));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            settle(batch.get(i).result(), results.get(i));
        }
    }

    private static void settle(CompletableFuture<Published> future, PublishResult result) {
        if (result instanceof Refused refused) {
            future.completeExceptionally(new RefusedException(refused.problem()));
        } else if (result instanceof Published published) {
            future.complete(published);
        }
    }

    /// Sends what is in the queue, for as long as [BatchOptions#closeWithin] allows. The futures of
    /// events that could not be sent end with [UnavailableException]. Every future has ended when
    /// this returns.
    @Override
    public void close() {
        pending.close();
        boolean interrupted = !joined(options.closeWithin().toMillis());
        sender.interrupt();
        // It only has to notice: every wait of a request ends with the interrupt.
        interrupted |= !joined(TimeUnit.SECONDS.toMillis(5));
        var failure = new UnavailableException("the publisher was closed before it was sent", null);
        pending.drain().forEach(event -> event.result().completeExceptionally(failure));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// False if this thread was interrupted meanwhile.
    private boolean joined(long millis) {
        try {
            // Zero would mean forever.
            sender.join(Math.max(1, millis));
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}

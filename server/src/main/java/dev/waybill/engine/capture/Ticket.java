package dev.waybill.engine.capture;

import dev.waybill.infra.log.LogScope;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A request in the capture queue: its publications, and the listener for their results. It is
/// answered exactly once, with the last result or when its time is up.
final class Ticket {

    private static final Logger LOG = LoggerFactory.getLogger(Ticket.class);

    private final int size;
    private final long bytes;
    private final long dueNanos;
    private final BiConsumer<List<Publication>, List<CaptureResult>> answer;
    private final AtomicInteger open;
    private final LogScope scope = LogScope.current();
    private final AtomicBoolean taken = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile List<Publication> publications;
    private volatile boolean broken;

    /// Null after the ticket is answered.
    private volatile @Nullable AtomicReferenceArray<CaptureResult> results;

    /// @param dueNanos the latest time of the answer, by the clock of [Capture]
    /// @param answer takes the publications and their results
    Ticket(
            List<Publication> publications,
            long dueNanos,
            BiConsumer<List<Publication>, List<CaptureResult>> answer) {
        this.publications = publications;
        this.size = publications.size();
        this.bytes = publications.stream().mapToLong(p -> p.data().length).sum();
        this.dueNanos = dueNanos;
        this.answer = answer;
        this.results = new AtomicReferenceArray<>(size);
        this.open = new AtomicInteger(size);
    }

    /// The publications; empty after the ticket is answered.
    List<Publication> publications() {
        return publications;
    }

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    /// Returns false if the ticket was answered as unconfirmed: it must not be stored any more.
    boolean take() {
        return taken.compareAndSet(false, true);
    }

    /// Of several results for the same publication, the first counts.
    void answer(int index, CaptureResult result) {
        var known = results;
        if (known != null
                && known.compareAndSet(index, null, result)
                && open.decrementAndGet() == 0) {
            var all = new CaptureResult[size];
            for (int i = 0; i < size; i++) {
                all[i] = known.get(i);
            }
            notifyListener(List.of(all));
        }
    }

    /// It is unknown whether some of the publications were captured: those without a result are
    /// unconfirmed, and no more of them may be captured.
    void breakOff() {
        broken = true;
        for (int i = 0; i < size; i++) {
            answer(i, new CaptureResult.Unconfirmed());
        }
    }

    boolean isBroken() {
        return broken;
    }

    boolean answered() {
        return answered.get();
    }

    boolean overdue(long nowNanos) {
        return nowNanos - dueNanos >= 0;
    }

    /// The result will not be known in time. If no writer has taken the ticket yet, none will.
    void giveUp() {
        taken.set(true);
        notifyListener(Collections.nCopies(size, new CaptureResult.Unconfirmed()));
    }

    /// The scope of the request that it belongs to, for its log lines.
    LogScope scope() {
        return scope;
    }

    private void answer(List<Publication> asked, List<CaptureResult> all) {
        try {
            answer.accept(asked, all);
        } catch (RuntimeException | Error e) {
            // The other requests of the batch must still be answered.
            LOG.error("the response to a publisher could not be written", e);
        }
    }

    private void notifyListener(List<CaptureResult> all) {
        if (answered.compareAndSet(false, true)) {
            // The watch may keep the ticket a little longer, but not the payload, which is also in
            // the results.
            var asked = publications;
            publications = List.of();
            results = null;
            scope.resume(() -> answer(asked, all));
        }
    }
}

package dev.waybill.engine.capture;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A request's place in the capture queue: its publications, and who wants to hear the results. It
/// is answered exactly once, by whoever has the last result or by the watch over its time.
final class Ticket {

    private static final Logger LOG = LoggerFactory.getLogger(Ticket.class);

    private final int size;
    private final long bytes;
    private final long dueNanos;
    private final Consumer<List<CaptureResult>> answer;
    private final AtomicInteger open;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile List<Publication> publications;
    private volatile boolean broken;

    /// Null once the ticket is answered.
    private volatile @Nullable AtomicReferenceArray<CaptureResult> results;

    /// A place for these.
    ///
    /// @param dueNanos when it is answered at the latest, on the scale of the clock that [Capture]
    ///   has
    Ticket(List<Publication> publications, long dueNanos, Consumer<List<CaptureResult>> answer) {
        this.publications = publications;
        this.size = publications.size();
        this.bytes = publications.stream().mapToLong(p -> p.data().length).sum();
        this.dueNanos = dueNanos;
        this.answer = answer;
        this.results = new AtomicReferenceArray<>(size);
        this.open = new AtomicInteger(size);
    }

    /// What it asks for; nothing any more once it is answered.
    List<Publication> publications() {
        return publications;
    }

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    /// False if its sender has been told "unconfirmed": then it must not be stored any more.
    boolean take() {
        return taken.compareAndSet(false, true);
    }

    /// Of several results for the same publication the first counts.
    void answer(int index, CaptureResult result) {
        var known = results;
        if (known != null
                && known.compareAndSet(index, null, result)
                && open.decrementAndGet() == 0) {
            var all = new CaptureResult[size];
            for (int i = 0; i < size; i++) {
                all[i] = known.get(i);
            }
            tell(List.of(all));
        }
    }

    /// Nobody knows whether some of it was captured: whatever has no result yet is unconfirmed, and
    /// nothing more of it may be captured.
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

    /// Nobody knows, or will in time. If no writer has it yet, none will.
    void giveUp() {
        taken.set(true);
        tell(Collections.nCopies(size, new CaptureResult.Unconfirmed()));
    }

    private void tell(List<CaptureResult> all) {
        if (answered.compareAndSet(false, true)) {
            // The watch may keep the ticket a little longer; it need not keep the payload, which is
            // in the results too.
            publications = List.of();
            results = null;
            try {
                answer.accept(all);
            } catch (RuntimeException | Error e) {
                // The others of the batch have theirs still to come.
                LOG.error("whoever published could not be told", e);
            }
        }
    }
}

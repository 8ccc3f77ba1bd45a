package dev.waybill.capture;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// A request's place in the capture queue: its publications, and where it waits for the results.
final class Ticket {

    private static final int WAITING = 0;
    private static final int TAKEN = 1;
    private static final int ABANDONED = 2;

    private final List<Publication> publications;
    private final AtomicReferenceArray<CaptureResult> results;
    private final CountDownLatch open;
    private final long bytes;
    private final AtomicInteger state = new AtomicInteger(WAITING);

    Ticket(List<Publication> publications) {
        this.publications = publications;
        this.results = new AtomicReferenceArray<>(publications.size());
        this.open = new CountDownLatch(publications.size());
        this.bytes = publications.stream().mapToLong(p -> p.data().length).sum();
    }

    List<Publication> publications() {
        return publications;
    }

    /// False if its sender has given up: then it must not be stored any more.
    boolean take() {
        return state.compareAndSet(WAITING, TAKEN);
    }

    void answer(int index, CaptureResult result) {
        results.set(index, result);
        open.countDown();
    }

    long bytes() {
        return bytes;
    }

    List<CaptureResult> unconfirmed() {
        return Collections.nCopies(publications.size(), new CaptureResult.Unconfirmed());
    }

    /// The results, or "unconfirmed" for all if they do not come in time.
    List<CaptureResult> await(Duration patience) throws InterruptedException {
        if (!open.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            state.compareAndSet(WAITING, ABANDONED);
            return unconfirmed();
        }
        var all = new CaptureResult[publications.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = results.get(i);
        }
        return List.of(all);
    }
}

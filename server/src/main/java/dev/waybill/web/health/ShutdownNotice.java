package dev.waybill.web.health;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/// Lets a load balancer notice that this process is about to stop before it refuses connections.
/// Nobody is waited for if nobody has been asking.
public final class ShutdownNotice {

    /// A load balancer that asks every second or two has turned away by then.
    static final Duration NOTICE = Duration.ofSeconds(5);

    /// Who asks so often, within this time, is no person.
    static final int ASKED_MIN = 3;

    static final Duration ASKED_WITHIN = Duration.ofMinutes(1);

    private final AtomicLongArray asked = new AtomicLongArray(ASKED_MIN);
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean given;

    /// Somebody wants to know whether the process is ready.
    public void asked() {
        asked.set(Math.floorMod(count.getAndIncrement(), ASKED_MIN), System.nanoTime());
    }

    /// From now on the process is not ready.
    public void give() {
        given = true;
    }

    public boolean given() {
        return given;
    }

    /// Waits until load balancers have had the time to notice, if there are any.
    public void await(Duration most) {
        if (!isPolled()) {
            return;
        }
        var wait = most.compareTo(NOTICE) < 0 ? most : NOTICE;
        try {
            // Nobody counts it down: this is a wait that can be interrupted.
            var _ = new CountDownLatch(1).await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isPolled() {
        long since = System.nanoTime() - ASKED_WITHIN.toNanos();
        return count.get() >= ASKED_MIN
                && IntStream.range(0, ASKED_MIN).allMatch(i -> asked.get(i) - since >= 0);
    }
}

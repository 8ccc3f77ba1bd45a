package dev.waybill.web.health;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/// Gives a load balancer the time to notice that this process is about to stop before it refuses
/// connections. Without recent readiness checks it does not wait.
public final class ShutdownNotice {

    /// A load balancer that checks every second or two has noticed by then.
    static final Duration NOTICE = Duration.ofSeconds(5);

    /// This many checks within this time are made by a program.
    static final int ASKED_MIN = 3;

    static final Duration ASKED_WITHIN = Duration.ofMinutes(1);

    private final AtomicLongArray asked = new AtomicLongArray(ASKED_MIN);
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean given;

    /// Records a readiness check.
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
            // The latch is never counted down: this is an interruptible wait.
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

package dev.waybill.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Looks again and again until something holds, for what gives no signal a test could wait on: the
/// one place where tests poll.
public final class Eventually {

    /// Far longer than anything takes on a loaded machine: only a failure waits for it.
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration PAUSE = Duration.ofMillis(20);

    private Eventually() {}

    /// The first observation that fits.
    public static <T> T get(Supplier<T> observe, Predicate<T> fits) {
        return get(PATIENCE, observe, fits);
    }

    public static <T> T get(Duration patience, Supplier<T> observe, Predicate<T> fits) {
        long start = System.nanoTime();
        while (true) {
            var seen = observe.get();
            if (fits.test(seen)) {
                return seen;
            }
            if (System.nanoTime() - start > patience.toNanos()) {
                throw new AssertionError("not within " + patience + "; last seen: " + seen);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    public static void holds(BooleanSupplier condition) {
        get(condition::getAsBoolean, held -> held);
    }
}

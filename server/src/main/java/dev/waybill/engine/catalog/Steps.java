package dev.waybill.engine.catalog;

import java.util.function.Consumer;

/// The remaining work for one check of a value by a schema. A schema may make the work grow
/// exponentially with the depth of the value, and a thread cannot be stopped from outside, so the
/// check counts its steps and ends itself.
final class Steps {

    /// A check exceeds its limit.
    static final class UsedUp extends RuntimeException {

        private UsedUp() {
            super("the check takes too many steps", null, false, false);
        }
    }

    /// The steps of the check under way on this thread; patterns have no other access to them.
    private static final ThreadLocal<Steps> CURRENT = new ThreadLocal<>();

    private long left;

    private Steps(long left) {
        this.left = left;
    }

    /// Runs a check.
    ///
    /// @throws UsedUp if it takes more than `max` steps
    static void within(long max, Consumer<Steps> check) {
        var steps = new Steps(max);
        CURRENT.set(steps);
        try {
            check.accept(steps);
        } finally {
            CURRENT.remove();
        }
    }

    void take(long number) {
        left -= number;
        if (left < 0) {
            throw new UsedUp();
        }
    }

    /// Takes steps from the check under way on this thread, if there is one.
    static void takeFromCurrent(long number) {
        var steps = CURRENT.get();
        if (steps != null) {
            steps.take(number);
        }
    }
}

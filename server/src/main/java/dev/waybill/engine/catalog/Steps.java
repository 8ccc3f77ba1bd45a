package dev.waybill.engine.catalog;

import java.util.function.Consumer;

/// How much work one check of a value by a schema may still take. A schema may make a check grow
/// exponentially with the value's depth, and no thread can be stopped from outside, so the check
/// counts and ends itself.
final class Steps {

    /// A check that takes more than it may.
    static final class UsedUp extends RuntimeException {

        private UsedUp() {
            super("the check takes too many steps", null, false, false);
        }
    }

    /// Of the check under way on this thread; patterns are not handed it.
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

    /// From the check under way on this thread, if one is.
    static void takeFromCurrent(long number) {
        var steps = CURRENT.get();
        if (steps != null) {
            steps.take(number);
        }
    }
}

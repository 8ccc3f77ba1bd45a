package dev.waybill.fuzz;

import java.util.function.Predicate;

/// Makes a failing case small: spans are left out as long as it fails in the same way.
final class Shrinking {

    private static final int TRIES_MAX = 3_000;

    private final Predicate<FuzzCase> fails;
    private int triesLeft = TRIES_MAX;

    private Shrinking(Predicate<FuzzCase> fails) {
        this.fails = fails;
    }

    static FuzzCase smallest(FuzzCase failing, Predicate<FuzzCase> fails) {
        return new Shrinking(fails).smallest(failing);
    }

    private FuzzCase smallest(FuzzCase failing) {
        var small = fails.test(failing.whole()) ? failing.whole() : failing;
        for (int span = small.bytes().length / 2; span > 0; span = span / 2) {
            small = withoutSpans(small, span);
        }
        return withoutSpans(small, 1);
    }

    private FuzzCase withoutSpans(FuzzCase failing, int span) {
        var small = failing;
        for (int at = small.bytes().length - span; at >= 0; at -= span) {
            var candidate = small.without(at, at + span);
            if (triesLeft-- > 0 && fails.test(candidate)) {
                small = candidate;
            }
        }
        return small;
    }
}

package dev.waybill.feature.contract;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// HTTP statuses as a sentence lists them.
final class Statuses {

    private Statuses() {}

    /// `408, 425 and 429`.
    static String words(IntStream statuses) {
        var all = statuses.mapToObj(Integer::toString).collect(Collectors.toList());
        var last = all.removeLast();
        return all.isEmpty() ? last : String.join(", ", all) + " and " + last;
    }
}

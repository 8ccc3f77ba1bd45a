package dev.waybill.bench.report;

import java.util.Collection;

/// Statistical functions.
public final class Statistics {

    private Statistics() {}

    /// The middle value, or the mean of the two in the middle. NaN if there is none.
    public static double median(Collection<Double> values) {
        var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}

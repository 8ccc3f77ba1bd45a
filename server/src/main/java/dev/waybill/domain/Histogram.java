package dev.waybill.domain;

import java.util.Arrays;

/// Durations counted in buckets. Each bucket reaches a fifth further than the one before, so a
/// quantile is precise to a tenth, whether it is a millisecond or three days. Histograms are added
/// by adding their counts. Confined to one thread at a time.
public final class Histogram {

    /// Four buckets double the duration.
    private static final int BUCKETS_PER_DOUBLING = 4;

    /// About 50 days.
    public static final int BUCKETS_MAX = 32 * BUCKETS_PER_DOUBLING;

    private long[] counts = {};

    public Histogram() {}

    /// @param counts from [#counts]
    public Histogram(long[] counts) {
        this.counts = counts.clone();
    }

    public void add(long millis) {
        addTo(bucketOf(millis), 1);
    }

    public void add(Histogram other) {
        for (int i = 0; i < other.counts.length; i++) {
            addTo(i, other.counts[i]);
        }
    }

    private void addTo(int bucket, long count) {
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, bucket + 1);
        }
        counts[bucket] += count;
    }

    /// The count of each bucket, up to the last that is not empty.
    public long[] counts() {
        return counts.clone();
    }

    public long total() {
        return Arrays.stream(counts).sum();
    }

    /// The milliseconds that this part of all durations did not exceed; zero if there are none.
    ///
    /// @param part from 0 to 1, such as 0.95
    public double quantile(double part) {
        double rank = part * total();
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && seen + counts[i] >= rank) {
                double into = (rank - seen) / counts[i];
                return bound(i - 1) + (bound(i) - bound(i - 1)) * Math.max(into, 0);
            }
            seen += counts[i];
        }
        return 0;
    }

    private static int bucketOf(long millis) {
        if (millis <= 1) {
            return 0;
        }
        double doublings = Math.log((double) millis) / Math.log(2);
        return Math.min((int) Math.ceil(doublings * BUCKETS_PER_DOUBLING - 1e-9), BUCKETS_MAX - 1);
    }

    /// The longest duration of this bucket.
    private static double bound(int bucket) {
        return bucket < 0 ? 0 : Math.pow(2, (double) bucket / BUCKETS_PER_DOUBLING);
    }
}

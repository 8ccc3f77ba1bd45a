package dev.waybill.stats;

import dev.waybill.domain.Histogram;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How a query adds up histograms: bucket by bucket, by as many sums as there can be buckets. An
/// aggregate over whole arrays would make a new array for every row, at four times the cost.
public final class HistogramSql {

    private HistogramSql() {}

    /// A query with the names of histograms in braces where their totals belong.
    public static String in(String query) {
        return query.replace("{latency}", total("latency", Histogram.BUCKETS_MAX))
                .replace("{response}", total("response", Histogram.BUCKETS_MAX))
                .replace("{tries}", total("tries", Counts.TRIES_MAX));
    }

    // None of their buckets is left out, so what no row has is behind the last.
    private static String total(String column, int buckets) {
        return IntStream.rangeClosed(1, buckets)
                .mapToObj(bucket -> "sum(" + column + "[" + bucket + "])::bigint")
                .collect(Collectors.joining(", ", "array_remove(ARRAY[", "], NULL)"));
    }
}

package dev.waybill.engine.stats;

import dev.waybill.domain.Histogram;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The SQL that adds up histograms: bucket by bucket, with as many sums as there are buckets. An
/// aggregate over whole arrays would create an array for every row, at four times the cost.
public final class HistogramSql {

    private HistogramSql() {}

    /// Replaces names of histograms in braces by their totals, and `{… added}` by the sum of the
    /// table `sum` and the row `excluded`.
    public static String in(String query) {
        return query.replace("{latency}", total("latency", Histogram.BUCKETS_MAX))
                .replace("{response}", total("response", Histogram.BUCKETS_MAX))
                .replace("{tries}", total("tries", Counts.TRIES_MAX))
                .replace("{latency added}", added("latency"))
                .replace("{response added}", added("response"))
                .replace("{tries added}", added("tries"));
    }

    // A custom function would be planned again for every row: SQL functions with a subquery are not
    // inlined.
    private static String added(String column) {
        return """
        ARRAY(SELECT COALESCE(a, 0) + COALESCE(b, 0)
                FROM unnest(sum.%s, excluded.%s) WITH ORDINALITY AS bucket (a, b, place)
               ORDER BY place)\
        """
                .formatted(column, column);
    }

    // Histograms have no gaps, so a bucket that no row has is behind the last one.
    private static String total(String column, int buckets) {
        return IntStream.rangeClosed(1, buckets)
                .mapToObj(bucket -> "sum(" + column + "[" + bucket + "])::bigint")
                .collect(Collectors.joining(", ", "array_remove(ARRAY[", "], NULL)"));
    }
}

package dev.waybill.engine.stats;

import dev.waybill.domain.Histogram;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How a query adds up histograms: bucket by bucket, by as many sums as there can be buckets. An
/// aggregate over whole arrays would make a new array for every row, at four times the cost.
public final class HistogramSql {

    private HistogramSql() {}

    /// A query with the names of histograms in braces where their totals belong, and `{… added}`
    /// where those of the table `sum` and of the row `excluded` are added.
    public static String in(String query) {
        return query.replace("{latency}", total("latency", Histogram.BUCKETS_MAX))
                .replace("{response}", total("response", Histogram.BUCKETS_MAX))
                .replace("{tries}", total("tries", Counts.TRIES_MAX))
                .replace("{latency added}", added("latency"))
                .replace("{response added}", added("response"))
                .replace("{tries added}", added("tries"));
    }

    // A function of our own would be planned anew for every row: SQL functions with a subquery are
    // not inlined.
    private static String added(String column) {
        return """
        ARRAY(SELECT COALESCE(a, 0) + COALESCE(b, 0)
                FROM unnest(sum.%s, excluded.%s) WITH ORDINALITY AS bucket (a, b, place)
               ORDER BY place)\
        """
                .formatted(column, column);
    }

    // None of their buckets is left out, so what no row has is behind the last.
    private static String total(String column, int buckets) {
        return IntStream.rangeClosed(1, buckets)
                .mapToObj(bucket -> "sum(" + column + "[" + bucket + "])::bigint")
                .collect(Collectors.joining(", ", "array_remove(ARRAY[", "], NULL)"));
    }
}

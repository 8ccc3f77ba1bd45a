package dev.waybill.engine.stats;

import dev.waybill.domain.Histogram;
import dev.waybill.domain.delivery.Reason;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Reads [Counts] from a row of `stat`, or of sums of such rows.
public final class CountsReader {

    private CountsReader() {}

    public static Counts read(ResultSet row) throws SQLException {
        var counts = new Counts();
        counts.captured = row.getLong("captured");
        counts.delivered = row.getLong("delivered");
        for (var reason : Reason.values()) {
            counts.ended(reason, row.getLong(reason.code()));
        }
        counts.succeeded = row.getLong("succeeded");
        counts.failed = row.getLong("failed");
        counts.latency.add(new Histogram(numbers(row.getArray("latency"))));
        counts.response.add(new Histogram(numbers(row.getArray("response"))));
        var tries = numbers(row.getArray("tries"));
        System.arraycopy(tries, 0, counts.tries, 0, Math.min(tries.length, Counts.TRIES_MAX));
        return counts;
    }

    public static long[] numbers(Array array) throws SQLException {
        var values = (Long[]) array.getArray();
        var numbers = new long[values.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = values[i];
        }
        return numbers;
    }
}

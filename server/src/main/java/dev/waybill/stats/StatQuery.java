package dev.waybill.stats;

import dev.waybill.db.Database;
import dev.waybill.domain.Histogram;
import dev.waybill.domain.Reason;
import dev.waybill.domain.Scope;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// Reads the sums.
public final class StatQuery {

    /// Beyond so many the rest is left out: nobody reads it, and the total has it all the same.
    static final int GROUPS_MAX = 500;

    private final Database database;

    public StatQuery(Database database) {
        this.database = database;
    }

    /// Which sums are meant; what is null does not narrow it. A span counts if it began in the
    /// range.
    public record Range(
            Scope scope,
            @Nullable UUID endpointId,
            @Nullable String eventType,
            Instant since,
            Instant until) {}

    // With the most deliveries first. Sums are numeric, so they are brought back to bigint.
    private static final String SUMS =
            """
            SELECT {column} AS grouped,
                   sum(captured)::bigint AS captured,
                   sum(delivered)::bigint AS delivered,
                   sum(permanent)::bigint AS permanent,
                   sum(exhausted)::bigint AS exhausted,
                   sum(gone)::bigint AS gone,
                   sum(blocked)::bigint AS blocked,
                   sum(endpoint_disabled)::bigint AS endpoint_disabled,
                   sum(ttl)::bigint AS ttl,
                   sum(deadline)::bigint AS deadline,
                   sum(cancelled)::bigint AS cancelled,
                   sum(endpoint_deleted)::bigint AS endpoint_deleted,
                   sum(succeeded)::bigint AS succeeded,
                   sum(failed)::bigint AS failed,
                   {latency} AS latency,
                   {response} AS response,
                   {tries} AS tries
              FROM stat
             WHERE mode = :mode
               AND since >= :since
               AND since < :until
               AND grain_seconds IN (300, 3600, 86400)
               {narrowed}
             GROUP BY grouped
             ORDER BY captured DESC, grouped
             LIMIT :limit
            """;

    /// What is added up beside plain numbers: adding histograms costs a hundred times as much.
    public enum Depth {
        NUMBERS,
        /// And what single attempts took.
        ANSWERS,
        ALL
    }

    /// All together.
    public Counts total(Range range, Depth depth) {
        return database.desk()
                .withHandle(handle ->
                        query(handle.createQuery(sql("0", range, depth)), range, 1)
                                .map((row, _) -> counts(row))
                                .findOne()
                                .orElseGet(Counts::new));
    }

    /// By what they are told apart by: an id, or the type's name.
    public Map<String, Counts> groups(Range range, Grouping grouping, Depth depth) {
        var column =
                switch (grouping) {
                    case ENDPOINT -> "endpoint_id";
                    case APP -> "app_id";
                    case EVENT_TYPE -> "event_type";
                };
        return database.desk()
                .withHandle(handle -> {
                    var groups = new LinkedHashMap<String, Counts>();
                    query(handle.createQuery(sql(column, range, depth)), range, GROUPS_MAX)
                            .map((row, _) -> Map.entry(row.getString("grouped"), counts(row)))
                            .forEach(group -> groups.put(group.getKey(), group.getValue()));
                    return groups;
                });
    }

    private static String sql(String column, Range range, Depth depth) {
        var narrowed = new StringBuilder();
        if (range.scope.appId() != null) {
            narrowed.append(" AND app_id = :app_id");
        }
        if (range.endpointId != null) {
            narrowed.append(" AND endpoint_id = :endpoint_id");
        }
        if (range.eventType != null) {
            narrowed.append(" AND event_type = :event_type");
        }
        return SUMS.replace("{column}", column)
                .replace("{narrowed}", narrowed)
                .replace("{latency}", histogram("latency", depth == Depth.ALL))
                .replace("{response}", histogram("response", depth != Depth.NUMBERS))
                .replace("{tries}", histogram("tries", depth == Depth.ALL));
    }

    private static String histogram(String column, boolean wanted) {
        return wanted ? "histogram_total(" + column + ")" : "CAST('{}' AS bigint[])";
    }

    private static Query query(Query query, Range range, int limit) {
        query.bind("mode", range.scope.mode().word())
                .bind("since", range.since)
                .bind("until", range.until)
                .bind("limit", limit);
        if (range.scope.appId() != null) {
            query.bind("app_id", range.scope.appId());
        }
        if (range.endpointId != null) {
            query.bind("endpoint_id", range.endpointId);
        }
        if (range.eventType != null) {
            query.bind("event_type", range.eventType);
        }
        return query;
    }

    private static Counts counts(ResultSet row) throws SQLException {
        var counts = new Counts();
        counts.captured = row.getLong("captured");
        counts.delivered = row.getLong("delivered");
        for (var reason : Reason.values()) {
            counts.ended(reason, row.getLong(reason.word()));
        }
        counts.succeeded = row.getLong("succeeded");
        counts.failed = row.getLong("failed");
        counts.latency.add(new Histogram(numbers(row.getArray("latency"))));
        counts.response.add(new Histogram(numbers(row.getArray("response"))));
        var tries = numbers(row.getArray("tries"));
        System.arraycopy(tries, 0, counts.tries, 0, Math.min(tries.length, Counts.TRIES_MAX));
        return counts;
    }

    static long[] numbers(Array array) throws SQLException {
        var values = (Long[]) array.getArray();
        var numbers = new long[values.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = values[i];
        }
        return numbers;
    }
}

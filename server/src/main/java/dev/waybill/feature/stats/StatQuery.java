package dev.waybill.feature.stats;

import dev.waybill.domain.access.Scope;
import dev.waybill.engine.stats.Counts;
import dev.waybill.engine.stats.CountsReader;
import dev.waybill.engine.stats.HistogramSql;
import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// Reads the sums.
public final class StatQuery {

    /// Limit of groups. The rest is left out; the total includes it.
    static final int GROUPS_MAX = 500;

    private final Database database;

    public StatQuery(Database database) {
        this.database = database;
    }

    /// A filter for sums. A null component matches everything. A span counts if it began in the
    /// range.
    public record Range(
            Scope scope,
            @Nullable UUID endpointId,
            @Nullable String eventType,
            Instant since,
            Instant until) {

        /// Whether the rows of an app, or of all apps, already contain the sum.
        boolean isOfApps() {
            return endpointId == null && eventType == null;
        }
    }

    // Sums are numeric, so they are brought back to bigint.
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
             {order}
             LIMIT :limit
            """;

    private static final String MOST_FIRST = "ORDER BY captured DESC, grouped";

    // The definition of dead letters is that of Counts.
    private static final String WORST_FIRST =
            """
            HAVING sum(permanent + exhausted + gone + blocked + endpoint_disabled + deadline
                       + failed) > 0
             ORDER BY sum(permanent + exhausted + gone + blocked + endpoint_disabled + deadline)
                      DESC, sum(failed) DESC, grouped
            """;

    // The rows to read: those of endpoints, of some endpoints or of some apps; those of one
    // app, or of all apps.
    private static final String APART = " AND endpoint_id IS NOT NULL";
    private static final String LISTED = " AND endpoint_id = ANY (:ids)";
    private static final String LISTED_APPS = " AND endpoint_id IS NULL AND app_id = ANY (:ids)";
    private static final String OF_APP = " AND endpoint_id IS NULL";
    private static final String OF_ALL_APPS = " AND endpoint_id IS NULL AND app_id IS NULL";

    /// The name of the group of types that are not counted separately.
    private static final String OTHER_TYPES = "*";

    // Internal apps must be named, as in lists.
    private static final String CUSTOMERS = " AND NOT is_internal_app(app_id)";

    /// The histograms that are summed in addition to plain numbers: summing them costs far more.
    public enum Depth {
        NUMBERS,
        /// Also the durations of single attempts.
        ANSWERS,
        ALL
    }

    /// The total.
    public Counts total(Range range, Depth depth) {
        var sql = sql("0", range, rowsOf(range), depth);
        return database.interactive()
                .withHandle(handle ->
                        query(handle.createQuery(sql), range, 1)
                                .map((row, _) -> CountsReader.read(row))
                                .findOne()
                                .orElseGet(Counts::new));
    }

    static String rowsOf(Range range) {
        if (!range.isOfApps()) {
            return APART;
        }
        return range.scope.appId() == null ? OF_ALL_APPS : OF_APP;
    }

    /// By group: an id, or the name of the event type.
    public Map<String, Counts> groups(Range range, Grouping grouping, Depth depth) {
        var column =
                switch (grouping) {
                    case ENDPOINT -> "endpoint_id";
                    case APP -> "app_id";
                    case EVENT_TYPE -> "COALESCE(event_type, '" + OTHER_TYPES + "')";
                };
        return groups(handle ->
                query(handle.createQuery(sql(column, range, APART, depth)), range, GROUPS_MAX));
    }

    /// The endpoints with the lowest success rate, by id, the lowest first.
    public Map<String, Counts> worst(Range range, int limit) {
        var sql = sql("endpoint_id", range, APART, Depth.NUMBERS).replace(MOST_FIRST, WORST_FIRST);
        return groups(handle -> query(handle.createQuery(sql), range, limit));
    }

    /// Of these event types, by their names.
    public Map<String, Counts> ofTypes(List<String> types, Range range) {
        var sql = sql("event_type", range, APART + " AND event_type = ANY (:types)", Depth.NUMBERS);
        return groups(handle ->
                query(handle.createQuery(sql), range, Math.max(1, types.size()))
                        .bind("types", types.toArray(String[]::new)));
    }

    /// Of these endpoints, by their ids.
    public Map<String, Counts> of(List<UUID> endpoints, Range range, Depth depth) {
        return listed(endpoints, range, sql("endpoint_id", range, LISTED, depth));
    }

    /// Of these apps, by their ids.
    public Map<String, Counts> ofApps(List<UUID> apps, Range range, Depth depth) {
        return listed(apps, range, sql("app_id", range, LISTED_APPS, depth));
    }

    private Map<String, Counts> listed(List<UUID> ids, Range range, String sql) {
        return groups(handle ->
                query(handle.createQuery(sql), range, Math.max(1, ids.size()))
                        .bind("ids", ids.toArray(UUID[]::new)));
    }

    private Map<String, Counts> groups(Function<Handle, Query> query) {
        return database.interactive()
                .withHandle(handle -> {
                    var groups = new LinkedHashMap<String, Counts>();
                    query.apply(handle)
                            .map((row, _) ->
                                    Map.entry(row.getString("grouped"), CountsReader.read(row)))
                            .forEach(group -> groups.put(group.getKey(), group.getValue()));
                    return groups;
                });
    }

    private static String sql(String column, Range range, String which, Depth depth) {
        var sums =
                SUMS.replace("{column}", column)
                        .replace("{narrowed}", narrowed(range, which))
                        .replace("{order}", MOST_FIRST);
        return HistogramSql.in(
                switch (depth) {
                    case ALL -> sums;
                    case ANSWERS -> without(sums, "latency", "tries");
                    case NUMBERS -> without(sums, "latency", "response", "tries");
                });
    }

    static String narrowed(Range range, String which) {
        var narrowed = new StringBuilder(which);
        if (range.scope.appId() != null) {
            narrowed.append(" AND app_id = :app_id");
        } else if (which.startsWith(APART) && range.endpointId == null) {
            narrowed.append(CUSTOMERS);
        }
        if (range.endpointId != null) {
            narrowed.append(" AND endpoint_id = :endpoint_id");
        }
        if (range.eventType != null) {
            narrowed.append(
                    range.eventType.equals(OTHER_TYPES)
                            ? " AND event_type IS NULL"
                            : " AND event_type = :event_type");
        }
        return narrowed.toString();
    }

    private static String without(String sums, String... histograms) {
        var left = sums;
        for (var histogram : histograms) {
            left = left.replace("{" + histogram + "}", "CAST('{}' AS bigint[])");
        }
        return left;
    }

    private static Query query(Query query, Range range, int limit) {
        return bind(query, range).bind("limit", limit);
    }

    static Query bind(Query query, Range range) {
        query.bind("mode", range.scope.mode().code())
                .bind("since", range.since)
                .bind("until", range.until);
        if (range.scope.appId() != null) {
            query.bind("app_id", range.scope.appId());
        }
        if (range.endpointId != null) {
            query.bind("endpoint_id", range.endpointId);
        }
        if (range.eventType != null && !range.eventType.equals(OTHER_TYPES)) {
            query.bind("event_type", range.eventType);
        }
        return query;
    }
}

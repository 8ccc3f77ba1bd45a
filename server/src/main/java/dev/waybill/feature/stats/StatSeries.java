package dev.waybill.feature.stats;

import dev.waybill.domain.Histogram;
import dev.waybill.domain.access.Mode;
import dev.waybill.engine.stats.CountsReader;
import dev.waybill.engine.stats.HistogramSql;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads the sums over time, for charts.
public final class StatSeries {

    private final Database database;

    public StatSeries(Database database) {
        this.database = database;
    }

    /// The results of deliveries within one time span.
    ///
    /// @param dead became dead letters
    /// @param stale expired on purpose
    public record Slot(
            Instant since,
            long captured,
            long delivered,
            long dead,
            long stale,
            Histogram latency) {

        static Slot empty(Instant since) {
            return new Slot(since, 0, 0, 0, 0, new Histogram());
        }
    }

    // Sums are numeric, so they are brought back to bigint.
    private static final String SLOTS =
            """
            SELECT floor(extract(epoch FROM since) / :step)::bigint * :step AS slot,
                   sum(captured)::bigint AS captured,
                   sum(delivered)::bigint AS delivered,
                   sum(permanent + exhausted + gone + blocked + endpoint_disabled
                       + deadline)::bigint AS dead,
                   sum(ttl)::bigint AS stale,
                   {latency} AS latency
              FROM stat
             WHERE mode = :mode
               AND since >= :since
               AND since < :until
               AND grain_seconds IN (300, 3600, 86400)
               {narrowed}
             GROUP BY slot
            """;

    /// Consecutive spans without gaps; the last one is not complete yet.
    public List<Slot> slots(Range range, Duration step) {
        var rows = StatQuery.narrowed(range, StatQuery.rowsOf(range));
        var sql = HistogramSql.in(SLOTS.replace("{narrowed}", rows));
        var found =
                database
                        .interactive()
                        .withHandle(handle ->
                                StatQuery.bind(handle.createQuery(sql), range)
                                        .bind("step", step.toSeconds())
                                        .map((row, _) -> read(row))
                                        .list())
                        .stream()
                        .collect(Collectors.toMap(Slot::since, Function.identity()));
        var slots = new ArrayList<Slot>();
        for (var at = floor(range.since(), step); at.isBefore(range.until()); at = at.plus(step)) {
            slots.add(found.getOrDefault(at, Slot.empty(at)));
        }
        return slots;
    }

    private static final String BY_ENDPOINT =
            """
            SELECT endpoint_id,
                   floor(extract(epoch FROM since) / :step)::bigint * :step AS slot,
                   sum(delivered)::bigint AS delivered,
                   sum(permanent + exhausted + gone + blocked + endpoint_disabled
                       + deadline)::bigint AS dead
              FROM stat
             WHERE mode = :mode
               AND since >= :since
               AND since < :until
               AND grain_seconds IN (300, 3600, 86400)
               AND endpoint_id = ANY (:ids)
             GROUP BY endpoint_id, slot
            """;

    /// Delivered and failed deliveries of several endpoints, in consecutive spans, the same number
    /// for each. Endpoints without deliveries are left out.
    public Map<UUID, Ends> ends(
            Mode mode, List<UUID> endpoints, Instant since, Instant until, Duration step) {
        var first = floor(since, step);
        int count = Math.toIntExact(Duration.between(first, until).dividedBy(step)) + 1;
        var ends = new HashMap<UUID, Ends>();
        database.interactive()
                .useHandle(handle ->
                        handle.createQuery(BY_ENDPOINT)
                                .bind("step", step.toSeconds())
                                .bind("mode", mode.code())
                                .bind("since", since)
                                .bind("until", until)
                                .bind("ids", endpoints.toArray(UUID[]::new))
                                .map((row, _) -> {
                                    var id = row.getObject("endpoint_id", UUID.class);
                                    var of = ends.computeIfAbsent(id, _ -> Ends.none(count));
                                    var at = Instant.ofEpochSecond(row.getLong("slot"));
                                    int slot =
                                            Math.toIntExact(
                                                    Duration.between(first, at).dividedBy(step));
                                    of.delivered.set(slot, row.getLong("delivered"));
                                    of.dead.set(slot, row.getLong("dead"));
                                    return id;
                                })
                                .list());
        return ends;
    }

    /// Sums of one endpoint, slot by slot.
    public record Ends(List<Long> delivered, List<Long> dead) {

        public static Ends none(int slots) {
            return new Ends(
                    new ArrayList<>(Collections.nCopies(slots, 0L)),
                    new ArrayList<>(Collections.nCopies(slots, 0L)));
        }
    }

    /// The beginning of the slot that contains a time.
    public static Instant floor(Instant time, Duration step) {
        long seconds = step.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), seconds) * seconds);
    }

    private static Slot read(ResultSet row) throws SQLException {
        return new Slot(
                Instant.ofEpochSecond(row.getLong("slot")),
                row.getLong("captured"),
                row.getLong("delivered"),
                row.getLong("dead"),
                row.getLong("stale"),
                new Histogram(CountsReader.numbers(row.getArray("latency"))));
    }
}

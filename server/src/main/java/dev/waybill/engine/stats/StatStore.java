package dev.waybill.engine.stats;

import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.stats.Tally.Entry;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Adds to the sums and combines them. Every statement accesses the rows in one order, that of
/// Java's strings and of the collation "C": otherwise two processes could deadlock.
final class StatStore {

    private static final Comparator<Entry> ORDER =
            Comparator.comparing((Entry entry) -> entry.subject().endpointId(), byText())
                    .thenComparing(Entry::from)
                    .thenComparing(entry -> entry.subject().eventType(), byText())
                    .thenComparing(entry -> entry.subject().appId(), byText())
                    .thenComparing(entry -> entry.subject().mode().code());

    /// As SQL sorts: ids by their bytes, nulls last.
    private static Comparator<@Nullable Object> byText() {
        return Comparator.nullsLast(Comparator.comparing(Object::toString));
    }

    private static final String ADD =
            """
            INSERT INTO stat AS sum (
                       endpoint_id, grain_seconds, since, event_type, app_id, mode, captured,
                       delivered, succeeded, failed, client_errors, latency, response, tries)
            SELECT endpoint_id, ?, since, event_type, app_id, mode, captured, delivered, succeeded,
                   failed, client_errors, latency::int8[], response::int8[], tries::int8[]
              FROM unnest(?::uuid[], ?::timestamptz[], ?::text[], ?::uuid[], ?::text[], ?::int8[],
                          ?::int8[], ?::int8[], ?::int8[], ?::int8[], ?::text[], ?::text[],
                          ?::text[])
                   AS news (endpoint_id, since, event_type, app_id, mode, captured, delivered,
                            succeeded, failed, client_errors, latency, response, tries)
                ON CONFLICT (endpoint_id, grain_seconds, since, event_type, app_id, mode) DO UPDATE
               SET captured = sum.captured + excluded.captured,
                   delivered = sum.delivered + excluded.delivered,
                   succeeded = sum.succeeded + excluded.succeeded,
                   failed = sum.failed + excluded.failed,
                   client_errors = sum.client_errors + excluded.client_errors,
                   latency = {latency added},
                   response = {response added},
                   tries = {tries added}
            """;

    void add(Connection connection, List<Entry> entries) throws SQLException {
        var rows = withSums(entries).stream().sorted(ORDER).toList();
        try (var statement = connection.prepareStatement(HistogramSql.in(ADD))) {
            new SqlArrays(statement)
                    .number(Tally.GRAIN.toSeconds())
                    .uuids(rows, row -> row.subject().endpointId())
                    .times(rows, Entry::from)
                    .texts(rows, row -> row.subject().eventType())
                    .uuids(rows, row -> row.subject().appId())
                    .texts(rows, row -> row.subject().mode().code())
                    .longs(rows, row -> row.counts().captured)
                    .longs(rows, row -> row.counts().delivered)
                    .longs(rows, row -> row.counts().succeeded)
                    .longs(rows, row -> row.counts().failed)
                    .longs(rows, row -> row.counts().clientErrors)
                    .texts(rows, row -> array(row.counts().latency.counts()))
                    .texts(rows, row -> array(row.counts().response.counts()))
                    .texts(rows, row -> array(row.counts().tries));
            statement.executeUpdate();
        }
    }

    /// With the entries for the sums of apps and of all apps. A statement adds to a row once.
    private static List<Entry> withSums(List<Entry> entries) {
        var rows = new HashMap<Sum, Counts>();
        for (var entry : entries) {
            add(rows, entry, entry.subject());
            entry.subject().within().forEach(all -> add(rows, entry, all));
        }
        var added = new ArrayList<Entry>();
        rows.forEach((sum, counts) -> added.add(new Entry(sum.from, sum.subject, counts)));
        return added;
    }

    private static void add(Map<Sum, Counts> rows, Entry entry, Subject subject) {
        rows.computeIfAbsent(new Sum(entry.from(), subject), _ -> new Counts()).add(entry.counts());
    }

    private record Sum(Instant from, Subject subject) {}

    private static String array(long[] numbers) {
        return Arrays.stream(numbers)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static final String ADD_ENDS =
            """
            WITH oldest AS MATERIALIZED (
                SELECT ctid
                  FROM stat_end
                 LIMIT ?
                   FOR UPDATE SKIP LOCKED
            ), taken AS (
                DELETE FROM stat_end
                 WHERE ctid = ANY (ARRAY(SELECT ctid FROM oldest))
                RETURNING *
            ), kinds AS (
                SELECT count(*) > ? AS are_too_many
                  FROM (SELECT DISTINCT endpoint_id, event_type FROM taken) AS kind
            ), added AS (
                INSERT INTO stat AS sum (
                           endpoint_id, grain_seconds, since, event_type, app_id, mode, permanent,
                           exhausted, gone, blocked, endpoint_disabled, ttl, deadline, cancelled,
                           endpoint_deleted)
                SELECT whose.endpoint_id, ?, since, whose.event_type, whose.app_id, mode,
                       count(*) FILTER (WHERE reason = 'permanent'),
                       count(*) FILTER (WHERE reason = 'exhausted'),
                       count(*) FILTER (WHERE reason = 'gone'),
                       count(*) FILTER (WHERE reason = 'blocked'),
                       count(*) FILTER (WHERE reason = 'endpoint_disabled'),
                       count(*) FILTER (WHERE reason = 'ttl'),
                       count(*) FILTER (WHERE reason = 'deadline'),
                       count(*) FILTER (WHERE reason = 'cancelled'),
                       count(*) FILTER (WHERE reason = 'endpoint_deleted')
                  FROM taken,
                       kinds,
                       date_bin(? * interval '1 second', ended_at, 'epoch') AS since,
                       LATERAL (VALUES
                           (taken.endpoint_id, taken.app_id,
                            CASE WHEN NOT are_too_many THEN taken.event_type END),
                           (NULL, taken.app_id, NULL),
                           (NULL, NULL, NULL))
                           AS whose (endpoint_id, app_id, event_type)
                 WHERE whose.app_id IS NOT NULL
                    OR NOT is_internal_app(taken.app_id)
                 GROUP BY 1, 3, 4, 5, 6
                 ORDER BY whose.endpoint_id, since, whose.event_type COLLATE "C", whose.app_id, mode
                    ON CONFLICT (endpoint_id, grain_seconds, since, event_type, app_id, mode)
                    DO UPDATE
                   SET permanent = sum.permanent + excluded.permanent,
                       exhausted = sum.exhausted + excluded.exhausted,
                       gone = sum.gone + excluded.gone,
                       blocked = sum.blocked + excluded.blocked,
                       endpoint_disabled = sum.endpoint_disabled + excluded.endpoint_disabled,
                       ttl = sum.ttl + excluded.ttl,
                       deadline = sum.deadline + excluded.deadline,
                       cancelled = sum.cancelled + excluded.cancelled,
                       endpoint_deleted = sum.endpoint_deleted + excluded.endpoint_deleted
            )
            SELECT reason,
                   count(*) AS ends,
                   count(*) FILTER (WHERE mode = 'live' AND NOT is_internal_app(app_id))
                       AS of_customers
              FROM taken
             GROUP BY reason
            """;

    /// Ends that were added to the sums.
    ///
    /// @param count all of them
    /// @param ofCustomers those of live deliveries of customers
    record Ends(long count, Map<Reason, Long> ofCustomers) {}

    /// Adds the ends of deliveries that the database has recorded.
    Ends addEnds(Connection connection, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(ADD_ENDS)) {
            long grain = Tally.GRAIN.toSeconds();
            new SqlArrays(statement)
                    .number(limit)
                    .number(StatKeeper.KINDS_OF_ENDS_MAX)
                    .number(grain)
                    .number(grain);
            try (var rows = statement.executeQuery()) {
                long count = 0;
                var ofCustomers = new EnumMap<Reason, Long>(Reason.class);
                while (rows.next()) {
                    count += rows.getLong("ends");
                    var reason = Reason.of(rows.getString("reason")).orElseThrow();
                    ofCustomers.put(reason, rows.getLong("of_customers"));
                }
                return new Ends(count, ofCustomers);
            }
        }
    }

    // The oldest coarse span that is over, with all its finer sums. Two processes that do this at
    // once take different rows, whose sums are added all the same.
    private static final String FOLD =
            """
            WITH span AS MATERIALIZED (
                SELECT date_bin(? * interval '1 second', min(since), 'epoch') AS since
                  FROM stat
                 WHERE grain_seconds = ?
                   AND since < ?
            ), folded AS (
                DELETE FROM stat
                 USING span
                 WHERE stat.grain_seconds = ?
                   AND stat.since >= span.since
                   AND stat.since < span.since + ? * interval '1 second'
                RETURNING stat.*
            )
            INSERT INTO stat AS sum (
                       endpoint_id, grain_seconds, since, event_type, app_id, mode, captured,
                       delivered, permanent, exhausted, gone, blocked, endpoint_disabled, ttl,
                       deadline, cancelled, endpoint_deleted, succeeded, failed, client_errors,
                       latency, response, tries)
            SELECT endpoint_id, ?, (SELECT since FROM span), event_type, app_id, mode,
                   sum(captured), sum(delivered), sum(permanent), sum(exhausted), sum(gone),
                   sum(blocked), sum(endpoint_disabled), sum(ttl), sum(deadline), sum(cancelled),
                   sum(endpoint_deleted), sum(succeeded), sum(failed), sum(client_errors),
                   {latency}, {response}, {tries}
              FROM folded
             GROUP BY endpoint_id, event_type, app_id, mode
             ORDER BY endpoint_id, event_type COLLATE "C", app_id, mode
                ON CONFLICT (endpoint_id, grain_seconds, since, event_type, app_id, mode) DO UPDATE
               SET captured = sum.captured + excluded.captured,
                   delivered = sum.delivered + excluded.delivered,
                   permanent = sum.permanent + excluded.permanent,
                   exhausted = sum.exhausted + excluded.exhausted,
                   gone = sum.gone + excluded.gone,
                   blocked = sum.blocked + excluded.blocked,
                   endpoint_disabled = sum.endpoint_disabled + excluded.endpoint_disabled,
                   ttl = sum.ttl + excluded.ttl,
                   deadline = sum.deadline + excluded.deadline,
                   cancelled = sum.cancelled + excluded.cancelled,
                   endpoint_deleted = sum.endpoint_deleted + excluded.endpoint_deleted,
                   succeeded = sum.succeeded + excluded.succeeded,
                   failed = sum.failed + excluded.failed,
                   client_errors = sum.client_errors + excluded.client_errors,
                   latency = {latency added},
                   response = {response added},
                   tries = {tries added}
            """;

    /// Combines the oldest sums of this grain. Returns how many coarser ones it created.
    int fold(Connection connection, Duration grain, Duration coarser, Instant before)
            throws SQLException {
        try (var statement = connection.prepareStatement(HistogramSql.in(FOLD))) {
            // Only whole spans, so that no span of a chart is divided.
            long span = coarser.toSeconds();
            var whole = Instant.ofEpochSecond(before.getEpochSecond() / span * span);
            new SqlArrays(statement)
                    .number(span)
                    .number(grain.toSeconds())
                    .time(whole)
                    .number(grain.toSeconds())
                    .number(span)
                    .number(span);
            return statement.executeUpdate();
        }
    }

    private static final String FORGET = "DELETE FROM stat WHERE grain_seconds = ? AND since < ?";

    int forget(Connection connection, Instant before) throws SQLException {
        try (var statement = connection.prepareStatement(FORGET)) {
            new SqlArrays(statement).number(Duration.ofDays(1).toSeconds()).time(before);
            return statement.executeUpdate();
        }
    }
}

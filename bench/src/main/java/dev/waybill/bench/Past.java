package dev.waybill.bench;

import dev.waybill.bench.lab.Progress;
import dev.waybill.domain.IdKind;
import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.engine.stats.HistogramSql;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Generates a month of deliveries: one of a hundred is an unresolved dead letter, the others were
/// delivered at the first attempt.
final class Past {

    /// A row with its event, its attempt and all their indexes.
    static final long BYTES_EACH = 2_500;

    /// A dead letter with its ten attempts.
    static final long BYTES_EACH_LETTER = 8_000;

    /// With these settings the service drops no days.
    static final Map<String, String> KEEP_EVERYTHING =
            Map.of(
                    "WAYBILL_RETENTION_EVENTS", "1000",
                    "WAYBILL_RETENTION_DELIVERIES", "1000",
                    "WAYBILL_RETENTION_DEAD_LETTERS", "1000");

    /// The oldest of them is past the default retention.
    private static final int DAYS = 32;

    private static final int ROWS_PER_STATEMENT = 50_000;

    // UUIDv7 ids with a given time, numbered.
    private static final String ID =
            """
            CREATE OR REPLACE FUNCTION bench_id(at timestamptz, kind integer, number bigint)
            RETURNS uuid LANGUAGE sql IMMUTABLE
            RETURN (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
                    || '7' || lpad(to_hex(kind), 3, '0')
                    || '8' || lpad(to_hex(number), 15, '0'))::uuid
            """;

    private static final String FILL =
            """
            WITH target AS MATERIALIZED (
                SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS all_of
                  FROM endpoint
            ), made AS MATERIALIZED (
                SELECT number,
                       date_trunc('day', now(), 'UTC')
                           - CAST(:days_ago AS integer) * interval '1 day'
                           + number * (interval '1 day' / CAST(:in_a_day AS integer)) AS at,
                       number % 100 = 0 AS dead
                  FROM generate_series(CAST(:first AS integer), CAST(:last AS integer)) AS number
            ), events AS (
                INSERT INTO event (id, app_id, mode, type, data, created_at)
                SELECT bench_id(at, 1, number), '00000000-0000-7000-8000-000000000001', 'live',
                       'bench.past', convert_to('{"pad":"' || repeat('x', 200) || '"}', 'UTF8'), at
                  FROM made
            ), attempts AS (
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, url,
                    signature)
                SELECT bench_id(at, 2, number), 1, bench_id(at, 3, number), at, 5,
                       CASE WHEN dead THEN 'failed' ELSE 'succeeded' END,
                       CASE WHEN dead THEN 500 ELSE 200 END, 'http://127.0.0.1/', 'v1,x'
                  FROM made
            )
            INSERT INTO delivery (
                id, app_id, mode, event_id, event_type, endpoint_id, state, reason, cause, attempts,
                refusals, closing, retry_policy, first_attempt_at, give_up_at, updated_at)
            SELECT bench_id(at, 2, number), '00000000-0000-7000-8000-000000000001', 'live',
                   bench_id(at, 1, number), 'bench.past', target.id,
                   CASE WHEN dead THEN 'failed' ELSE 'delivered' END,
                   CASE WHEN dead THEN 'exhausted' END,
                   CASE WHEN dead THEN '500' END, 1, 0, false, 'live', at, at, at
              FROM made
              JOIN target ON target.place = number % target.all_of
            """;

    private static final String LETTERS =
            """
            WITH target AS MATERIALIZED (
                SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS all_of
                  FROM endpoint
            ), made AS MATERIALIZED (
                SELECT number,
                       date_trunc('day', now(), 'UTC')
                           - CAST(:days_ago AS integer) * interval '1 day'
                           + number * (interval '1 day' / CAST(:in_a_day AS integer)) AS at
                  FROM generate_series(CAST(:first AS integer), CAST(:last AS integer)) AS number
            ), events AS (
                INSERT INTO event (id, app_id, mode, type, data, created_at)
                SELECT bench_id(at, 4, number), '00000000-0000-7000-8000-000000000001', 'live',
                       'bench.past', convert_to('{"pad":"' || repeat('x', 200) || '"}', 'UTF8'), at
                  FROM made
            ), attempts AS (
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, url,
                    signature)
                SELECT bench_id(at, 5, number), attempt, bench_id(at, 6, number * 10 + attempt), at,
                       5, 'failed', 500, 'http://127.0.0.1/', 'v1,x'
                  FROM made
                 CROSS JOIN generate_series(1, 10) AS attempt
            )
            INSERT INTO delivery (
                id, app_id, mode, event_id, event_type, endpoint_id, state, reason, cause, attempts,
                refusals, closing, retry_policy, first_attempt_at, give_up_at, updated_at)
            SELECT bench_id(at, 5, number), '00000000-0000-7000-8000-000000000001', 'live',
                   bench_id(at, 4, number), 'bench.past', target.id, 'failed', 'exhausted', '500',
                   10, 0, false, 'live', at, at, at
              FROM made
              JOIN target ON target.place = number % target.all_of
            """;

    // The sums that the service would have written meanwhile: a month of them, finer the younger
    // they are.
    private static final String SUMS =
            """
            WITH span AS (
                SELECT 300 AS grain, since
                  FROM generate_series(date_bin('5 minutes', now(), 'epoch') - interval '6 hours',
                                       now(), interval '5 minutes') AS since
                UNION ALL
                SELECT 3600, since
                  FROM generate_series(date_trunc('hour', now()) - interval '7 days',
                                       now() - interval '7 hours', interval '1 hour') AS since
                UNION ALL
                SELECT 86400, since
                  FROM generate_series(date_trunc('day', now(), 'UTC') - interval '32 days',
                                       now() - interval '8 days', interval '1 day') AS since
            )
            INSERT INTO stat (
                endpoint_id, grain_seconds, since, event_type, app_id, mode, captured, delivered,
                succeeded, latency, response, tries)
            SELECT endpoint.id, span.grain, span.since, 'bench.past', endpoint.app_id, 'live',
                   span.grain / 300, span.grain / 300, span.grain / 300, bucket.counts,
                   bucket.counts, ARRAY[span.grain / 300]
              FROM endpoint
             CROSS JOIN span
             CROSS JOIN (SELECT array_agg(place % 3) AS counts
                           FROM generate_series(1, 30) AS place) AS bucket
            """;

    // And for all apps, and for each app.
    private static final String SUMS_OF_ALL =
            """
            INSERT INTO stat (
                endpoint_id, grain_seconds, since, event_type, app_id, mode, captured, delivered,
                succeeded, latency, response, tries)
            SELECT NULL, grain_seconds, since, NULL, whose, mode, sum(captured), sum(delivered),
                   sum(succeeded), {latency}, {response}, {tries}
              FROM stat,
                   unnest(ARRAY[app_id, NULL]) AS whose
             GROUP BY whose, grain_seconds, since, mode
            """;

    private final Database database;

    Past(Database database) {
        this.database = database;
    }

    void make(long deliveries, int letters, Progress progress) {
        var now = InstantSource.system().instant();
        for (int days = DAYS; days > 0; days -= 7) {
            var then = now.minus(Duration.ofDays(days - 1));
            new PartitionKeeper(database, InstantSource.fixed(then)).runOnce();
        }
        int inADay = (int) Math.max(1, deliveries / DAYS);
        try (var handle = database.maintenance().open()) {
            handle.execute(ID);
            // They belong to a time long ago.
            handle.execute("SET waybill.restores = 'on'");
            for (int day = DAYS; day > 0; day--) {
                fill(handle, FILL, day - 1, inADay);
                if (day % 8 == 0) {
                    progress.say("  %d days to go".formatted(day));
                }
            }
            fill(handle, LETTERS, DAYS - 1, letters);
            handle.execute(SUMS);
            handle.execute(HistogramSql.in(SUMS_OF_ALL));
            handle.execute("SET waybill.restores = 'off'");
            handle.execute("VACUUM (ANALYZE) event, delivery, attempt, stat");
        }
    }

    private static void fill(Handle handle, String sql, int daysAgo, int rows) {
        for (int first = 0; first < rows; first += ROWS_PER_STATEMENT) {
            handle.createUpdate(sql)
                    .bind("days_ago", daysAgo)
                    .bind("in_a_day", rows)
                    .bind("first", first)
                    .bind("last", Math.min(first + ROWS_PER_STATEMENT, rows) - 1)
                    .execute();
        }
    }

    /// The queries of users, by name.
    Map<String, String> queries() {
        var endpoint = IdKind.ENDPOINT.format(one("SELECT id FROM endpoint ORDER BY id LIMIT 1"));
        var delivery =
                IdKind.DELIVERY.format(
                        one("SELECT id FROM delivery WHERE reason = 'exhausted' LIMIT 1"));
        var queries = new LinkedHashMap<String, String>();
        queries.put("list", "/v1/deliveries?limit=100");
        queries.put("list_failed", "/v1/deliveries?state=failed&limit=100");
        queries.put("list_endpoint", "/v1/deliveries?limit=100&endpoint_id=" + endpoint);
        queries.put("detail", "/v1/deliveries/" + delivery);
        queries.put("feed", "/v1/events?limit=100");
        queries.put("stats", "/v1/stats");
        queries.put("dead_letters", "/v1/dead_letters");
        return queries;
    }

    /// The pages of operators.
    List<String> dashboard() {
        var endpoint = IdKind.ENDPOINT.format(one("SELECT id FROM endpoint ORDER BY id LIMIT 1"));
        var dead =
                IdKind.DELIVERY.format(
                        one("SELECT id FROM delivery WHERE reason = 'exhausted' LIMIT 1"));
        return List.of(
                "/ui",
                "/ui?range=30d",
                "/ui/deliveries",
                "/ui/deliveries?range=30d&state=failed",
                "/ui/deliveries?range=30d&type=bench.past",
                "/ui/deliveries?range=30d&code=500",
                "/ui/deliveries?range=30d&code=5xx",
                "/ui/deliveries?range=24h&by=end&letter=any",
                "/ui/deliveries?range=24h&by=end&state=delivered",
                "/ui/deliveries?range=30d&endpoint=" + endpoint,
                "/ui/deliveries?letter=open",
                "/ui/deliveries/" + dead,
                "/ui/dlq",
                "/ui/replays",
                "/ui/replays/new?range=30d&endpoint=" + endpoint,
                "/ui/endpoints",
                "/ui/endpoints/" + endpoint,
                "/ui/endpoints/" + endpoint + "?range=30d",
                "/ui/event-types",
                "/ui/apps",
                "/ui/apps/default?range=30d",
                "/ui/audit",
                "/ui/settings/retention",
                "/ui/settings/about");
    }

    /// The pages of customers.
    List<String> portal() {
        var endpoint = IdKind.ENDPOINT.format(one("SELECT id FROM endpoint ORDER BY id LIMIT 1"));
        return List.of(
                "/portal/endpoints",
                "/portal/endpoints/" + endpoint + "?range=30d",
                "/portal/deliveries?range=30d",
                "/portal/deliveries?range=30d&state=failed",
                "/portal/event-types");
    }

    /// Unresolved dead letters.
    long open() {
        return database.maintenance()
                .withHandle(handle ->
                        handle.createQuery(
                                        """
                                        SELECT count(*)
                                          FROM delivery
                                          JOIN event ON event.id = delivery.event_id
                                         WHERE is_open_dead_letter(reason, dead_letter_resolved_at)
                                        """)
                                .mapTo(Long.class)
                                .one());
    }

    private UUID one(String sql) {
        return database.maintenance()
                .withHandle(handle -> handle.createQuery(sql).mapTo(UUID.class).one());
    }
}

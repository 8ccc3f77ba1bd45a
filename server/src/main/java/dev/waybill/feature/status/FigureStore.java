package dev.waybill.feature.status;

import dev.waybill.domain.event.Ids;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Counts the figures that all processes share. Every query stops at a limit and reads indexes that
/// hold little but what it counts.
final class FigureStore {

    /// Counted in some ten milliseconds. Beyond, the exact number matters to nobody.
    static final int COUNTED_MAX = 100_000;

    /// Deliveries looked at for the oldest that an active endpoint should have received.
    static final int OLDEST_MAX = 10_000;

    // The index of what is due has the endpoint, which knows mode and app: no delivery is read.
    private static final String BACKLOG =
            """
            SELECT count(*)
              FROM ((SELECT endpoint_id
                       FROM delivery
                      WHERE next_attempt_at IS NOT NULL
                      LIMIT :limit)
                    UNION ALL
                    (SELECT endpoint_id
                       FROM delivery
                      WHERE lane IS NOT NULL
                        AND state = 'pending'
                        AND next_attempt_at IS NULL
                      LIMIT :limit)) AS waiting
              JOIN endpoint ON endpoint.id = waiting.endpoint_id
             WHERE endpoint.mode = 'live'
               AND NOT is_internal_app(endpoint.app_id)
            """;

    /// Deliveries that wait.
    long backlog(Handle handle) {
        return handle.createQuery(BACKLOG).bind("limit", COUNTED_MAX).mapTo(Long.class).one();
    }

    private static final String OPEN_DEAD_LETTERS =
            """
            SELECT count(*)
              FROM (SELECT
                      FROM delivery
                     WHERE mode = 'live'
                       AND is_open_dead_letter(reason, dead_letter_resolved_at)
                       AND NOT is_internal_app(app_id)
                     LIMIT :limit) AS letter
            """;

    long openDeadLetters(Handle handle) {
        return handle.createQuery(OPEN_DEAD_LETTERS)
                .bind("limit", COUNTED_MAX)
                .mapTo(Long.class)
                .one();
    }

    private static final String OLDEST_DUE =
            """
            SELECT count(*) AS looked_at,
                   min(oldest.next_attempt_at) FILTER (
                       WHERE endpoint.state = 'active'
                         AND endpoint.mode = 'live'
                         AND NOT is_internal_app(endpoint.app_id)) AS due
              FROM (SELECT endpoint_id, next_attempt_at
                      FROM delivery
                     WHERE next_attempt_at IS NOT NULL
                     ORDER BY next_attempt_at
                     LIMIT :limit) AS oldest
              LEFT JOIN endpoint ON endpoint.id = oldest.endpoint_id
            """;

    /// The oldest due time of an active endpoint's delivery.
    ///
    /// @param due null if there is none among those looked at
    /// @param complete whether all deliveries were looked at
    record Oldest(@Nullable Instant due, boolean complete) {}

    Oldest oldestDue(Handle handle) {
        return handle.createQuery(OLDEST_DUE)
                .bind("limit", OLDEST_MAX)
                .map((row, _) ->
                        new Oldest(
                                instant(row.getTimestamp("due")),
                                row.getLong("looked_at") < OLDEST_MAX))
                .one();
    }

    private static @Nullable Instant instant(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }

    private static final String REPLAYS =
            """
            SELECT state, count(*) AS replays
              FROM replay
             WHERE state IN ('planned', 'running', 'paused')
             GROUP BY state
            """;

    Map<String, Long> openReplays(Handle handle) {
        var counts = new HashMap<String, Long>();
        handle.createQuery(REPLAYS)
                .map((row, _) -> Map.entry(row.getString("state"), row.getLong("replays")))
                .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
        return counts;
    }

    private static final String OLDEST_OUTSIDE_FEED =
            """
            SELECT id
              FROM event
             WHERE feed_place >= (
                       SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + base
                         FROM feed_base)
             ORDER BY feed_place, id
             LIMIT 1
            """;

    /// When the oldest event was captured that the feed does not show yet.
    Optional<Instant> oldestOutsideFeed(Handle handle) {
        return handle.createQuery(OLDEST_OUTSIDE_FEED).mapTo(UUID.class).findOne().map(Ids::timeOf);
    }

    private static final String PROCESSES =
            """
            SELECT count(*)
              FROM process
             WHERE alive_until > clock_timestamp()
            """;

    long processes(Handle handle) {
        return handle.createQuery(PROCESSES).mapTo(Long.class).one();
    }

    // The size is that of the files: the server asks the file system, and reads none of them.
    private static final String SIZE = "SELECT pg_database_size(current_database())";

    long databaseBytes(Handle handle) {
        return handle.createQuery(SIZE).mapTo(Long.class).one();
    }
}

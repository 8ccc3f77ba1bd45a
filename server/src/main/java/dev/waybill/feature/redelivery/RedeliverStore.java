package dev.waybill.feature.redelivery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Inserts redeliveries.
final class RedeliverStore {

    // As in a capture, the inserting statement itself reads the routing: if an endpoint was
    // disabled or deleted since the rows were made, nothing is written and the caller decides
    // again. An event whose day is being compacted is noted, so that it is kept (see
    // `compaction`).
    private static final String INSERT =
            """
            WITH made AS (
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, replayed, retry_policy, attempts_max, next_attempt_at, give_up_at,
                    pause_mark, expires_at, replay_of, lane, lane_sequence, updated_at)
                SELECT d.id, d.app_id, d.mode, d.event_id, d.event_type, d.endpoint_id, 'pending',
                       0, 0, false, true, d.retry_policy, d.attempts_max,
                       CASE WHEN d.lane IS NULL THEN GREATEST(d.not_before, p.now) END,
                       d.give_up_at, d.pause_mark, d.expires_at, d.replay_of, d.lane,
                       d.lane_sequence, p.now
                  FROM (SELECT mark
                          FROM routing
                         WHERE mark = ?) AS routed_right
                 CROSS JOIN (SELECT ?::timestamptz AS now) AS p
                 CROSS JOIN unnest(
                           ?::uuid[], ?::uuid[], ?::text[], ?::uuid[], ?::text[], ?::uuid[],
                           ?::text[], ?::int4[], ?::timestamptz[], ?::timestamptz[], ?::int8[],
                           ?::timestamptz[], ?::uuid[], ?::text[], ?::int8[])
                       AS d (
                           id, app_id, mode, event_id, event_type, endpoint_id,
                           retry_policy, attempts_max, not_before, give_up_at, pause_mark,
                           expires_at, replay_of, lane, lane_sequence)
                RETURNING event_id
            ), noted AS (
                INSERT INTO compaction_journal (table_name, id)
                SELECT 'event', made.event_id
                  FROM made
                  JOIN compaction ON table_name = 'event'
                                 AND made.event_id >= from_id
                                 AND made.event_id < until_id
            )
            SELECT count(*)
              FROM made
            """;

    /// False if the routing does not have this mark any more; then nothing was written.
    boolean insert(Connection connection, UUID routingMark, List<Redelivery.Made> made, Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(INSERT)) {
            new SqlArrays(statement)
                    .uuid(routingMark)
                    .time(now)
                    .uuids(made, Redelivery.Made::id)
                    .uuids(made, delivery -> delivery.request().appId())
                    .texts(made, delivery -> delivery.request().mode().code())
                    .uuids(made, delivery -> delivery.request().eventId())
                    .texts(made, delivery -> delivery.request().eventType())
                    .uuids(made, delivery -> delivery.request().endpointId())
                    .texts(made, delivery -> delivery.terms().policy().name())
                    .integers(made, delivery -> delivery.terms().attemptsMax())
                    .times(made, delivery -> delivery.request().notBefore())
                    .times(made, delivery -> delivery.terms().giveUpAt())
                    .longs(made, delivery -> delivery.terms().pauseMark())
                    .times(made, delivery -> delivery.request().expiresAt())
                    .uuids(made, delivery -> delivery.request().replayOf())
                    .texts(made, RedeliverStore::lane)
                    .longs(made, RedeliverStore::sequence);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1) == made.size();
            }
        }
    }

    private static @Nullable String lane(Redelivery.Made made) {
        return made.place() == null ? null : made.place().lane().name();
    }

    private static @Nullable Long sequence(Redelivery.Made made) {
        return made.place() == null ? null : (Long) made.place().sequence();
    }
}

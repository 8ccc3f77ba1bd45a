package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.engine.dispatch.ClaimStore.Claimed;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/// Finds and claims the heads of ordered lanes. The statements here ensure that only heads are
/// claimed, for any number of processes.
final class LaneStore {

    // A skip scan: from the first entry of one lane to that of the next through the index, however
    // many entries each has. It names one partition, because a step through all of them at once is
    // a search in each. So a row that it finds is the head only if no other partition has an
    // earlier entry; that is checked where the answer matters.
    static final String HEADS =
            """
            WITH RECURSIVE step AS (
                (SELECT endpoint_id, lane, lane_sequence, state, next_attempt_at
                   FROM %1$s
                  WHERE (endpoint_id, lane) > (?, ?)
                    AND lane IS NOT NULL
                  ORDER BY endpoint_id, lane, lane_sequence
                  LIMIT 1)
                UNION ALL
                SELECT following.endpoint_id, following.lane, following.lane_sequence,
                       following.state, following.next_attempt_at
                  FROM step
                 CROSS JOIN LATERAL (
                           SELECT endpoint_id, lane, lane_sequence, state, next_attempt_at
                             FROM %1$s
                            WHERE (endpoint_id, lane) > (step.endpoint_id, step.lane)
                              AND lane IS NOT NULL
                            ORDER BY endpoint_id, lane, lane_sequence
                            LIMIT 1) following
            ), head AS MATERIALIZED (
                SELECT endpoint_id, lane, lane_sequence, state, next_attempt_at
                  FROM step
                 LIMIT ?
            )
            SELECT endpoint_id, lane, lane_sequence,
                   CASE WHEN state = 'pending' AND next_attempt_at IS NULL
                        THEN NOT EXISTS (
                                     SELECT FROM lane_hold
                                      WHERE lane_hold.endpoint_id = head.endpoint_id
                                        AND lane_hold.lane = head.lane)
                             AND head.lane_sequence = (
                                     SELECT lane_sequence
                                       FROM delivery
                                      WHERE delivery.endpoint_id = head.endpoint_id
                                        AND delivery.lane = head.lane
                                      ORDER BY lane_sequence
                                      LIMIT 1)
                        ELSE false END AS waits
              FROM head
            """;

    /// The first entry of a lane in one partition, in the order of the scan.
    ///
    /// @param waits whether it is the head of the lane and can be claimed: not under way, not due
    ///   later, not held
    record Head(LanePlace place, boolean waits) {}

    /// @param partition a name that the database returned
    List<Head> heads(Connection connection, String partition, OrderedLane after, int limit)
            throws SQLException {
        try (var statement = connection.prepareStatement(HEADS.formatted(partition))) {
            new SqlArrays(statement).uuid(after.endpointId()).text(after.name()).number(limit);
            var heads = new ArrayList<Head>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    var lane = new OrderedLane(rows.getObject(1, UUID.class), rows.getString(2));
                    heads.add(new Head(new LanePlace(lane, rows.getLong(3)), rows.getBoolean(4)));
                }
            }
            return heads;
        }
    }

    // The first open row of each lane is its head: places become visible in order, and rows that
    // ended have left the lane. If another process takes it first, the lock is refused, or the
    // check of its state fails, and nothing is claimed from the lane. The time that a delivery
    // waited behind others does not count against its retries, so its deadline moves by as much; a
    // pause in that time is part of it. On another timeline than the one the places were learned
    // on, rows that had ended may be open again, so each lane is searched from its start.
    static final String CLAIM_HEADS =
            """
            WITH head AS MATERIALIZED (
                SELECT first.id, asked.paused_ms
                  FROM unnest(?::uuid[], ?::text[], ?::int8[], ?::int8[])
                       AS asked (endpoint_id, lane, place, paused_ms)
                 CROSS JOIN LATERAL (
                           SELECT id, state, next_attempt_at
                             FROM delivery
                            WHERE endpoint_id = asked.endpoint_id
                              AND lane = asked.lane
                              AND lane_sequence >= CASE WHEN (SELECT wal_timeline()) = ?
                                                        THEN asked.place ELSE 0 END
                            ORDER BY lane_sequence
                            LIMIT 1) first
                 WHERE first.state = 'pending'
                   AND first.next_attempt_at IS NULL
                   AND NOT EXISTS (
                           SELECT FROM lane_hold
                            WHERE lane_hold.endpoint_id = asked.endpoint_id
                              AND lane_hold.lane = asked.lane)
            ), free AS MATERIALIZED (
                SELECT delivery.id, head.paused_ms
                  FROM head
                  JOIN delivery ON delivery.id = head.id
                 WHERE delivery.state = 'pending'
                   AND delivery.next_attempt_at IS NULL
                   FOR UPDATE OF delivery SKIP LOCKED
            ), claimed AS (
                UPDATE delivery
                   SET state = 'in_flight',
                       lease = ?,
                       give_up_at = give_up_at + (?::timestamptz - updated_at),
                       pause_mark = NULLIF(GREATEST(free.paused_ms, pause_mark), 0),
                       updated_at = ?
                  FROM free
                 WHERE delivery.id = free.id
                RETURNING delivery.id, endpoint_id, event_id, attempts, refusals, closing,
                          retry_policy, attempts_max, first_attempt_at, give_up_at, expires_at,
                          lane, lane_sequence, replayed
            ), leased AS (
                INSERT INTO lease (token, process_id, delivery_ids, taken_at)
                SELECT ?, ?, array_agg(id), ?
                  FROM claimed
                HAVING count(*) > 0
            )
            SELECT wal_timeline() AS timeline, id, endpoint_id, event_id, attempts, refusals,
                   closing, retry_policy,
                   attempts_max, first_attempt_at, give_up_at, expires_at, lane, lane_sequence,
                   replayed
              FROM claimed
            """;

    /// The claimed deliveries, and the timeline of the server.
    record ClaimedHeads(long timeline, List<Claimed> deliveries) {}

    /// Claims the head of each lane whose head waits.
    ClaimedHeads claimHeads(
            Connection connection,
            LaneHints.Search search,
            Function<UUID, Long> pausedMillis,
            UUID lease,
            UUID processId,
            Instant now)
            throws SQLException {
        var from = search.from();
        try (var statement = connection.prepareStatement(CLAIM_HEADS)) {
            new SqlArrays(statement)
                    .uuids(from, place -> place.lane().endpointId())
                    .texts(from, place -> place.lane().name())
                    .longs(from, LanePlace::sequence)
                    .longs(from, place -> pausedMillis.apply(place.lane().endpointId()))
                    .number(search.timeline())
                    .uuid(lease)
                    .time(now)
                    .time(now)
                    .uuid(lease)
                    .uuid(processId)
                    .time(now);
            var claimed = new ArrayList<Claimed>();
            long timeline = search.timeline();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    timeline = rows.getLong("timeline");
                    claimed.add(ClaimStore.readClaimed(rows));
                }
            }
            return new ClaimedHeads(timeline, claimed);
        }
    }
}

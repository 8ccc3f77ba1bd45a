package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Claims due deliveries for this process.
final class ClaimStore {

    /// The number of deliveries that may be claimed for one endpoint.
    record Room(UUID endpointId, int places) {}

    // MATERIALIZED is needed: without it the planner may run the LIMITed select once for each row
    // of the update and claim more than was asked for. The retry clock stops while an endpoint is
    // paused: the pauses since the row's mark are added here, once.
    private static final String CLAIM =
            """
            WITH due AS MATERIALIZED (
                SELECT taken.id,
                       GREATEST(room.paused_ms, taken.mark) AS paused_ms,
                       GREATEST(room.paused_ms - taken.mark, 0) * interval '1 millisecond'
                           AS stood_still
                  FROM unnest(?::uuid[], ?::int4[], ?::int8[])
                       AS room (endpoint_id, places, paused_ms)
                 CROSS JOIN LATERAL (
                           SELECT id, COALESCE(pause_mark, 0) AS mark
                             FROM delivery
                            WHERE endpoint_id = room.endpoint_id
                              AND next_attempt_at <= ?
                            ORDER BY next_attempt_at
                            LIMIT room.places
                              FOR UPDATE SKIP LOCKED) taken
            ), claimed AS (
                UPDATE delivery
                   SET state = 'in_flight',
                       lease = ?,
                       next_attempt_at = NULL,
                       first_attempt_at = first_attempt_at + due.stood_still,
                       give_up_at = give_up_at + due.stood_still,
                       pause_mark = NULLIF(due.paused_ms, 0),
                       updated_at = ?
                  FROM due
                 WHERE delivery.id = due.id
                RETURNING delivery.id, endpoint_id, event_id, attempts, refusals, closing,
                          retry_policy, attempts_max, first_attempt_at, give_up_at, expires_at,
                          lane, lane_sequence, replayed
            ), leased AS (
                INSERT INTO lease (token, process_id, delivery_ids, taken_at)
                SELECT ?, ?, array_agg(id), ?
                  FROM claimed
                HAVING count(*) > 0
            )
            SELECT id, endpoint_id, event_id, attempts, refusals, closing, retry_policy,
                   attempts_max, first_attempt_at, give_up_at, expires_at, lane, lane_sequence,
                   replayed
              FROM claimed
            """;

    // The same for urgent deliveries, which do not wait for a breaker. A separate index finds them
    // among all that wait for the endpoint.
    private static final String CLAIM_URGENT =
            """
            WITH due AS MATERIALIZED (
                SELECT taken.id,
                       GREATEST(room.paused_ms, taken.mark) AS paused_ms,
                       GREATEST(room.paused_ms - taken.mark, 0) * interval '1 millisecond'
                           AS stood_still
                  FROM unnest(?::uuid[], ?::int4[], ?::int8[])
                       AS room (endpoint_id, places, paused_ms)
                 CROSS JOIN LATERAL (
                           SELECT id, COALESCE(pause_mark, 0) AS mark
                             FROM delivery
                            WHERE endpoint_id = room.endpoint_id
                              AND next_attempt_at <= ?
                              AND retry_policy IN ('brief', 'short')
                            ORDER BY next_attempt_at
                            LIMIT room.places
                              FOR UPDATE SKIP LOCKED) taken
            ), claimed AS (
                UPDATE delivery
                   SET state = 'in_flight',
                       lease = ?,
                       next_attempt_at = NULL,
                       first_attempt_at = first_attempt_at + due.stood_still,
                       give_up_at = give_up_at + due.stood_still,
                       pause_mark = NULLIF(due.paused_ms, 0),
                       updated_at = ?
                  FROM due
                 WHERE delivery.id = due.id
                RETURNING delivery.id, endpoint_id, event_id, attempts, refusals, closing,
                          retry_policy, attempts_max, first_attempt_at, give_up_at, expires_at,
                          lane, lane_sequence, replayed
            ), leased AS (
                INSERT INTO lease (token, process_id, delivery_ids, taken_at)
                SELECT ?, ?, array_agg(id), ?
                  FROM claimed
                HAVING count(*) > 0
            )
            SELECT id, endpoint_id, event_id, attempts, refusals, closing, retry_policy,
                   attempts_max, first_attempt_at, give_up_at, expires_at, lane, lane_sequence,
                   replayed
              FROM claimed
            """;

    /// A claimed delivery, without its event.
    record Claimed(
            UUID deliveryId,
            UUID endpointId,
            UUID eventId,
            Progress progress,
            String policyKey,
            @Nullable Integer attemptsMax,
            @Nullable LanePlace place,
            boolean replayed) {}

    /// Claims due deliveries, as many as there is room for.
    ///
    /// @param pausedMillis the total pauses of an endpoint
    List<Claimed> claim(
            Connection connection,
            List<Room> rooms,
            boolean urgentOnly,
            Function<UUID, Long> pausedMillis,
            UUID lease,
            UUID processId,
            Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(urgentOnly ? CLAIM_URGENT : CLAIM)) {
            new SqlArrays(statement)
                    .uuids(rooms, Room::endpointId)
                    .integers(rooms, Room::places)
                    .longs(rooms, room -> pausedMillis.apply(room.endpointId()))
                    .time(now)
                    .uuid(lease)
                    .time(now)
                    .uuid(lease)
                    .uuid(processId)
                    .time(now);
            var claimed = new ArrayList<Claimed>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    claimed.add(readClaimed(rows));
                }
            }
            return claimed;
        }
    }

    private static final String EVENTS =
            """
            SELECT event.id, app_id, mode, own_id, type, data, created_at, expires_at, expires_by,
                   ordering_key, sequence, traceparent
              FROM unnest(?::uuid[]) AS asked (id)
              JOIN event ON event.id = asked.id
            """;

    /// The events that were found. An id that was asked for and is in neither list has no event any
    /// more.
    ///
    /// @param unreadable events whose rows this version cannot read
    record Events(List<Event> read, Set<UUID> unreadable) {}

    Events events(Connection connection, List<UUID> ids) throws SQLException {
        try (var statement = connection.prepareStatement(EVENTS)) {
            new SqlArrays(statement).uuids(ids, id -> id);
            var read = new ArrayList<Event>();
            var unreadable = new HashSet<UUID>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    try {
                        read.add(EventRow.read(rows, "id"));
                    } catch (RuntimeException e) {
                        unreadable.add(rows.getObject("id", UUID.class));
                    }
                }
            }
            return new Events(read, unreadable);
        }
    }

    static Claimed readClaimed(ResultSet row) throws SQLException {
        var progress =
                new Progress(
                        row.getInt("attempts"),
                        row.getInt("refusals"),
                        row.getBoolean("closing"),
                        EventRow.instant(row, "first_attempt_at"),
                        row.getTimestamp("give_up_at").toInstant(),
                        EventRow.instant(row, "expires_at"));
        return new Claimed(
                row.getObject("id", UUID.class),
                row.getObject("endpoint_id", UUID.class),
                row.getObject("event_id", UUID.class),
                progress,
                row.getString("retry_policy"),
                row.getObject("attempts_max", Integer.class),
                place(row),
                row.getBoolean("replayed"));
    }

    private static @Nullable LanePlace place(ResultSet row) throws SQLException {
        var lane = row.getString("lane");
        return lane == null
                ? null
                : new LanePlace(
                        new OrderedLane(row.getObject("endpoint_id", UUID.class), lane),
                        row.getLong("lane_sequence"));
    }
}

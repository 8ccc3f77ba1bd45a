package dev.waybill.engine.recovery;

import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Makes leased deliveries due again if their lease is void.
final class RescueStore {

    /// A lease and its deliveries.
    record Lease(UUID token, List<UUID> deliveryIds) {}

    // The clock of the database decides: a local clock that is ahead must not take leases from
    // processes that are alive. A skip scan from one holder to the next, because the leases of live
    // processes are many and of no interest here.
    private static final String LEASES_OF_THE_DEAD =
            """
            WITH RECURSIVE holder AS (
                (SELECT process_id
                   FROM lease
                  ORDER BY process_id
                  LIMIT 1)
                UNION ALL
                SELECT following.process_id
                  FROM holder
                 CROSS JOIN LATERAL (
                           SELECT process_id
                             FROM lease
                            WHERE process_id > holder.process_id
                            ORDER BY process_id
                            LIMIT 1) following
            ), dead AS MATERIALIZED (
                SELECT holder.process_id
                  FROM holder
                  LEFT JOIN process ON process.id = holder.process_id
                 WHERE process.id IS NULL
                    OR process.alive_until < clock_timestamp()
            )
            SELECT left_behind.token, left_behind.delivery_ids
              FROM dead
             CROSS JOIN LATERAL (
                       SELECT token, delivery_ids
                         FROM lease
                        WHERE lease.process_id = dead.process_id
                        ORDER BY taken_at
                        LIMIT ?) left_behind
             LIMIT ?
            """;

    /// A process cannot revive after its `alive_until`, so the leases found here stay void.
    List<Lease> leasesOfTheDead(Connection connection, int limit) throws SQLException {
        try (var statement = connection.prepareStatement(LEASES_OF_THE_DEAD)) {
            new SqlArrays(statement).number(limit).number(limit);
            return leases(statement);
        }
    }

    private static final String TOKENS_OF =
            """
            SELECT token
              FROM lease
             WHERE process_id = ?
               AND taken_at < ?
            """;

    /// Without the deliveries: a process may hold very many, and knows nearly all of them.
    List<UUID> tokensOf(Connection connection, UUID processId, Instant takenBefore)
            throws SQLException {
        try (var statement = connection.prepareStatement(TOKENS_OF)) {
            new SqlArrays(statement).uuid(processId).time(takenBefore);
            var tokens = new ArrayList<UUID>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    tokens.add(rows.getObject(1, UUID.class));
                }
            }
            return tokens;
        }
    }

    private static final String LEASES =
            """
            SELECT token, delivery_ids
              FROM lease
             WHERE token = ANY (?::uuid[])
            """;

    List<Lease> leases(Connection connection, List<UUID> tokens) throws SQLException {
        try (var statement = connection.prepareStatement(LEASES)) {
            new SqlArrays(statement).uuids(tokens, token -> token);
            return leases(statement);
        }
    }

    /// A delivery and its lease.
    private record Leased(UUID deliveryId, UUID token) {}

    // A delivery is taken back only while it carries the token; the process that lost it finds no
    // row to settle. Rows are locked in id order, as everywhere, and the leases last.
    private static final String RELEASE =
            """
            WITH held AS MATERIALIZED (
                SELECT delivery.id, leased.token
                  FROM unnest(?::uuid[], ?::uuid[]) AS leased (id, token)
                  JOIN delivery ON delivery.id = leased.id
                 WHERE delivery.lease = leased.token
                   AND delivery.state = 'in_flight'
                 ORDER BY delivery.id
                   FOR UPDATE OF delivery
            ), rescued AS (
                UPDATE delivery
                   SET state = 'pending',
                       lease = NULL,
                       next_attempt_at = LEAST(?, expires_at),
                       updated_at = ?
                  FROM held
                 WHERE delivery.id = held.id
                RETURNING held.token
            ), ended AS (
                DELETE FROM lease
                 WHERE token = ANY (?::uuid[])
                RETURNING token, process_id
            )
            SELECT ended.process_id, count(*) AS deliveries
              FROM rescued
              LEFT JOIN ended ON ended.token = rescued.token
             GROUP BY ended.process_id
            """;

    /// Deliveries that were taken back from a process.
    ///
    /// @param processId null if another process deleted the lease meanwhile
    record Released(@Nullable UUID processId, int deliveries) {}

    /// Makes the deliveries of the leases due at once and deletes the leases.
    List<Released> release(Connection connection, List<Lease> leases, Instant now)
            throws SQLException {
        var leased =
                leases.stream()
                        .flatMap(lease ->
                                lease.deliveryIds().stream()
                                        .map(id -> new Leased(id, lease.token())))
                        .toList();
        try (var statement = connection.prepareStatement(RELEASE)) {
            new SqlArrays(statement)
                    .uuids(leased, Leased::deliveryId)
                    .uuids(leased, Leased::token)
                    .time(now)
                    .time(now)
                    .uuids(leases, Lease::token);
            var released = new ArrayList<Released>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    released.add(
                            new Released(
                                    rows.getObject("process_id", UUID.class),
                                    rows.getInt("deliveries")));
                }
            }
            return released;
        }
    }

    private static final String NOTE =
            """
            UPDATE process_report
               SET rescued = rescued + ?
             WHERE process_id = ?
            """;

    /// Notes for the status page what a process had left behind.
    void note(Connection connection, UUID processId, int deliveries) throws SQLException {
        try (var statement = connection.prepareStatement(NOTE)) {
            new SqlArrays(statement).number(deliveries).uuid(processId);
            statement.executeUpdate();
        }
    }

    private static List<Lease> leases(PreparedStatement statement) throws SQLException {
        var leases = new ArrayList<Lease>();
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                var ids = (UUID[]) rows.getArray("delivery_ids").getArray();
                leases.add(new Lease(rows.getObject("token", UUID.class), List.of(ids)));
            }
        }
        return leases;
    }
}

package dev.waybill.bench;

import dev.waybill.bench.lab.BenchFailed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/// Counts the deliveries in the service's database. Confined to one thread.
final class Ledger implements AutoCloseable {

    /// @param delivered those that reached their receiver
    record Count(long all, long delivered) {}

    // Runs many times a second while the service works, so it must not scan the deliveries. Pending
    // ones have their own index; each one in flight is in a lease.
    private static final String ANY_OPEN =
            """
            SELECT EXISTS (
                       SELECT 1
                         FROM delivery
                        WHERE next_attempt_at IS NOT NULL)
                OR EXISTS (
                       SELECT 1
                         FROM lease
                        CROSS JOIN unnest(delivery_ids) AS held (id)
                         JOIN delivery ON delivery.id = held.id
                        WHERE delivery.state = 'in_flight')
            """;

    private static final String LAST_ID =
            """
            SELECT id
              FROM delivery
             ORDER BY id DESC
             LIMIT 1
            """;

    private static final String COUNT_AFTER =
            """
            SELECT count(*), count(*) FILTER (WHERE state = 'delivered')
              FROM delivery
             WHERE id > ?
            """;

    // Statistics of tables that grow this fast are always stale: disable plans that scan them.
    private static final String PLANS =
            """
            SET enable_seqscan = off;
            SET enable_hashjoin = off;
            SET enable_mergejoin = off
            """;

    private final Connection connection;
    private final PreparedStatement anyOpen;
    private final PreparedStatement lastId;
    private final PreparedStatement countAfter;

    Ledger(Connection connection) throws SQLException {
        this.connection = connection;
        try (var statement = connection.createStatement()) {
            statement.execute(PLANS);
        }
        this.anyOpen = connection.prepareStatement(ANY_OPEN);
        this.lastId = connection.prepareStatement(LAST_ID);
        this.countAfter = connection.prepareStatement(COUNT_AFTER);
    }

    boolean anyOpen() {
        try (var rows = anyOpen.executeQuery()) {
            rows.next();
            return rows.getBoolean(1);
        } catch (SQLException e) {
            throw new BenchFailed("the deliveries could not be looked at", e);
        }
    }

    /// The id of the newest delivery, or one before all others.
    UUID lastId() {
        try (var rows = lastId.executeQuery()) {
            return rows.next() ? rows.getObject(1, UUID.class) : new UUID(0, 0);
        } catch (SQLException e) {
            throw new BenchFailed("the newest delivery could not be found", e);
        }
    }

    /// Deliveries that are newer: ids ascend with time.
    Count countAfter(UUID id) {
        try {
            countAfter.setObject(1, id);
            try (var rows = countAfter.executeQuery()) {
                rows.next();
                return new Count(rows.getLong(1), rows.getLong(2));
            }
        } catch (SQLException e) {
            throw new BenchFailed("the deliveries could not be counted", e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

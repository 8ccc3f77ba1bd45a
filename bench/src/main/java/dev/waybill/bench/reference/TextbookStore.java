package dev.waybill.bench.reference;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/// The tables and statements of the articles. Confined to one thread.
final class TextbookStore implements AutoCloseable {

    record Due(long id, String url, byte[] body) {}

    private static final String SCHEMA =
            """
            CREATE TABLE webhook_deliveries (
                id              bigserial   PRIMARY KEY,
                event_id        text        NOT NULL,
                subscription_id bigint      NOT NULL,
                url             text        NOT NULL,
                body            bytea       NOT NULL,
                headers         jsonb       NOT NULL,
                state           text        NOT NULL CHECK (state IN
                                    ('pending', 'in_flight', 'delivered', 'failed', 'expired')),
                attempts        int         NOT NULL DEFAULT 0,
                next_attempt_at timestamptz NOT NULL,
                give_up_at      timestamptz NOT NULL,
                last_status     int,
                last_response   bytea,
                last_error      text,
                created_at      timestamptz NOT NULL DEFAULT now(),
                updated_at      timestamptz NOT NULL DEFAULT now()
            );

            CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (next_attempt_at)
                WHERE state = 'pending';
            CREATE INDEX webhook_deliveries_dlq ON webhook_deliveries (updated_at DESC)
                WHERE state IN ('failed', 'expired');

            CREATE TABLE webhook_attempts (
                delivery_id      bigint      NOT NULL
                                     REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
                attempt          int         NOT NULL,
                started_at       timestamptz NOT NULL,
                duration_ms      int,
                status           int,
                response_snippet bytea,
                error            text,
                PRIMARY KEY (delivery_id, attempt)
            );
            """;

    private static final String INSERT =
            """
            INSERT INTO webhook_deliveries (
                event_id, subscription_id, url, body, headers, state, next_attempt_at, give_up_at)
            VALUES (?, ?, ?, ?, '{"content-type": "application/json"}', 'pending', now(),
                    now() + interval '72 hours')
            """;

    private static final String SELECT_DUE =
            """
            SELECT id, url, body
              FROM webhook_deliveries
             WHERE state = 'pending'
               AND next_attempt_at <= now()
             ORDER BY next_attempt_at
             LIMIT 1
               FOR UPDATE SKIP LOCKED
            """;

    private static final String MARK_IN_FLIGHT =
            """
            UPDATE webhook_deliveries
               SET state = 'in_flight',
                   attempts = attempts + 1,
                   updated_at = now()
             WHERE id = ?
            """;

    private static final String MARK_DELIVERED =
            """
            UPDATE webhook_deliveries
               SET state = 'delivered',
                   last_status = ?,
                   last_response = ?,
                   updated_at = now()
             WHERE id = ?
            """;

    private static final String INSERT_ATTEMPT =
            """
            INSERT INTO webhook_attempts (
                delivery_id, attempt, started_at, duration_ms, status, response_snippet)
            VALUES (?, 1, now(), ?, ?, ?)
            """;

    private static final byte[] NO_BODY = {};

    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement selectDue;
    private final PreparedStatement markInFlight;
    private final PreparedStatement markDelivered;
    private final PreparedStatement insertAttempt;

    /// Takes over the connection, without auto-commit.
    TextbookStore(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
        this.insert = connection.prepareStatement(INSERT);
        this.selectDue = connection.prepareStatement(SELECT_DUE);
        this.markInFlight = connection.prepareStatement(MARK_IN_FLIGHT);
        this.markDelivered = connection.prepareStatement(MARK_DELIVERED);
        this.insertAttempt = connection.prepareStatement(INSERT_ATTEMPT);
    }

    static void createTables(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(SCHEMA);
        }
    }

    void insert(String eventId, int endpoint, String url, byte[] body) throws SQLException {
        insert.setString(1, eventId);
        insert.setLong(2, endpoint);
        insert.setString(3, url);
        insert.setBytes(4, body);
        insert.executeUpdate();
    }

    Optional<Due> selectDue() throws SQLException {
        try (var rows = selectDue.executeQuery()) {
            return rows.next()
                    ? Optional.of(new Due(rows.getLong(1), rows.getString(2), rows.getBytes(3)))
                    : Optional.empty();
        }
    }

    void markInFlight(long id) throws SQLException {
        markInFlight.setLong(1, id);
        markInFlight.executeUpdate();
    }

    void markDelivered(long id, int status) throws SQLException {
        markDelivered.setInt(1, status);
        markDelivered.setBytes(2, NO_BODY);
        markDelivered.setLong(3, id);
        markDelivered.executeUpdate();
    }

    void insertAttempt(long id, int durationMillis, int status) throws SQLException {
        insertAttempt.setLong(1, id);
        insertAttempt.setInt(2, durationMillis);
        insertAttempt.setInt(3, status);
        insertAttempt.setBytes(4, NO_BODY);
        insertAttempt.executeUpdate();
    }

    void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

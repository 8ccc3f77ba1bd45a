package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/// Processes each event once, with two tables in the receiver's own PostgreSQL ([#DDL]).
///
/// What was processed is recorded in the transaction that the work itself uses. Both are committed
/// or neither is. Nothing here commits or rolls back that transaction.
public final class Inbox {

    /// The statements that create the tables, also in the resource `inbox.sql`.
    public static final String DDL = read("inbox.sql");

    /// A name of a receiver is needed only if several share the tables.
    private static final String ONLY_CONSUMER = "";

    private static final String RECORD =
            """
            INSERT INTO waybill_inbox (consumer, webhook_id)
            VALUES (?, ?)
            ON CONFLICT DO NOTHING
            """;

    private static final String ADVANCE =
            """
            INSERT INTO waybill_inbox_sequence AS known (consumer, ordering_key, sequence)
            VALUES (?, ?, ?)
            ON CONFLICT (consumer, ordering_key)
            DO UPDATE SET sequence = excluded.sequence
            WHERE known.sequence < excluded.sequence
            """;

    private static final String FORGET =
            """
            DELETE FROM waybill_inbox
            WHERE received_at < now() - make_interval(secs => ?)
            """;

    private Inbox() {}

    /// What happened to a delivery. In every case the right answer to the request is 200.
    public enum Outcome {
        /// The work was done.
        DONE,
        /// The event had been processed before, and nothing was done.
        REPEATED,
        /// A later event of the same key had been processed before, and nothing was done.
        OUTDATED
    }

    /// What is done with an event, in the transaction of the connection.
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws E;
    }

    /// Does the work unless an event with this id was processed before. If the same event arrives
    /// twice at once, the second call waits for the first transaction to end.
    ///
    /// If the work throws, what it and this method wrote is undone, and the exception passes on.
    ///
    /// @param connection without auto-commit; the caller commits before it answers 200
    /// @param webhookId [ReceivedEvent#id]
    public static <E extends Exception> Outcome once(
            Connection connection, String webhookId, Work<E> work) throws SQLException, E {
        return once(connection, ONLY_CONSUMER, webhookId, work);
    }

    /// The same for one of several receivers that share the tables. Each processes the event.
    public static <E extends Exception> Outcome once(
            Connection connection, String consumer, String webhookId, Work<E> work)
            throws SQLException, E {
        return guarded(
                connection,
                Outcome.REPEATED,
                () -> {
                    try (var statement = connection.prepareStatement(RECORD)) {
                        statement.setString(1, consumer);
                        statement.setString(2, webhookId);
                        return statement.executeUpdate() == 1;
                    }
                },
                work);
    }

    /// Does the work unless an event of this key with the same or a higher number was processed
    /// before: for receivers that keep the newest state of something. Sequences may have gaps.
    ///
    /// @param orderingKey [ReceivedEvent#orderingKey]
    /// @param sequence [ReceivedEvent#sequence]
    public static <E extends Exception> Outcome newest(
            Connection connection, String orderingKey, long sequence, Work<E> work)
            throws SQLException, E {
        return newest(connection, ONLY_CONSUMER, orderingKey, sequence, work);
    }

    /// The same for one of several receivers that share the tables.
    public static <E extends Exception> Outcome newest(
            Connection connection, String consumer, String orderingKey, long sequence, Work<E> work)
            throws SQLException, E {
        return guarded(
                connection,
                Outcome.OUTDATED,
                () -> {
                    try (var statement = connection.prepareStatement(ADVANCE)) {
                        statement.setString(1, consumer);
                        statement.setString(2, orderingKey);
                        statement.setLong(3, sequence);
                        return statement.executeUpdate() == 1;
                    }
                },
                work);
    }

    /// Deletes the ids of events that arrived longer ago, and returns how many. Keep them for
    /// longer than a redelivery is possible: the service keeps events for 30 days by default.
    public static int forget(Connection connection, Duration age) throws SQLException {
        try (var statement = connection.prepareStatement(FORGET)) {
            statement.setDouble(1, (double) age.toSeconds());
            return statement.executeUpdate();
        }
    }

    /// A statement that claims the right to do the work.
    @FunctionalInterface
    private interface Claim {
        boolean succeeds() throws SQLException;
    }

    private static <E extends Exception> Outcome guarded(
            Connection connection, Outcome otherwise, Claim claim, Work<E> work)
            throws SQLException, E {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "the connection commits every statement: call setAutoCommit(false)");
        }
        // A caller that commits after a failure must not record the event as processed.
        var before = connection.setSavepoint();
        try {
            boolean mine = claim.succeeds();
            if (mine) {
                work.run();
            }
            connection.releaseSavepoint(before);
            return mine ? Outcome.DONE : otherwise;
        } catch (Throwable failure) {
            try {
                connection.rollback(before);
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    private static String read(String resource) {
        try (var stream = Inbox.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

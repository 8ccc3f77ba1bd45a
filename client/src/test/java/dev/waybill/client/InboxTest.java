package dev.waybill.client;

import static dev.waybill.client.Inbox.Outcome.DONE;
import static dev.waybill.client.Inbox.Outcome.OUTDATED;
import static dev.waybill.client.Inbox.Outcome.REPEATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// On a real PostgreSQL.
@Timeout(120)
class InboxTest {

    private final List<String> work = new ArrayList<>();
    private final Connection connection;

    InboxTest() throws SQLException {
        connection = RunningWaybill.receiver();
    }

    @BeforeEach
    void createTables() throws SQLException {
        execute(Inbox.DDL);
        // A second time, as at every start of a receiver.
        execute(Inbox.DDL);
        execute("CREATE TABLE IF NOT EXISTS payment (event text NOT NULL)");
        execute("TRUNCATE waybill_inbox, waybill_inbox_sequence, payment");
        connection.setAutoCommit(false);
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void aRepetitionDoesNothing() throws SQLException {
        assertThat(once("evt_1")).isEqualTo(DONE);
        assertThat(once("evt_1")).isEqualTo(REPEATED);
        connection.commit();

        assertThat(once("evt_1")).isEqualTo(REPEATED);
        assertThat(once("evt_2")).isEqualTo(DONE);
        assertThat(work).containsExactly("evt_1", "evt_2");
    }

    @Test
    void withoutACommitNothingWasProcessed() throws SQLException {
        once("evt_1");
        connection.rollback();

        assertThat(once("evt_1")).isEqualTo(DONE);
    }

    @Test
    void workThatThrowsIsUndoneEvenIfTheCallerCommits() throws Exception {
        assertThatThrownBy(() ->
                        Inbox.once(
                                connection,
                                "evt_1",
                                () -> {
                                    execute("INSERT INTO payment VALUES ('evt_1')");
                                    throw new IOException("disk full");
                                }))
                .isInstanceOf(IOException.class);
        connection.commit();

        assertThat(count("payment")).isZero();
        assertThat(once("evt_1")).isEqualTo(DONE);
    }

    @Test
    void aStatementThatFailsDoesNotSpoilTheTransaction() throws Exception {
        execute("INSERT INTO payment VALUES ('before')");
        assertThatThrownBy(() -> Inbox.once(connection, "evt_1", () -> execute("nonsense")))
                .isInstanceOf(SQLException.class);
        connection.commit();

        assertThat(count("payment")).isEqualTo(1);
        assertThat(count("waybill_inbox")).isZero();
    }

    @Test
    void aLostConnectionDoesNotHideTheReason() {
        assertThatThrownBy(() ->
                        Inbox.once(
                                connection,
                                "evt_1",
                                () -> {
                                    connection.close();
                                    throw new IOException("the reason");
                                }))
                .hasMessage("the reason");
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws SQLException {
        connection.setAutoCommit(true);

        assertThatIllegalStateException().isThrownBy(() -> once("evt_1"));
        assertThat(work).isEmpty();
    }

    @Test
    void receiversThatShareTheTablesEachProcessAnEvent() throws SQLException {
        assertThat(Inbox.once(connection, "billing", "evt_1", () -> work.add("billing")))
                .isEqualTo(DONE);
        assertThat(Inbox.once(connection, "search", "evt_1", () -> work.add("search")))
                .isEqualTo(DONE);
        assertThat(work).containsExactly("billing", "search");
    }

    @Test
    void ofTwoAtOnceTheSecondWaits() throws Exception {
        once("evt_1");
        var second =
                CompletableFuture.supplyAsync(() -> {
                    try (var other = RunningWaybill.receiver()) {
                        other.setAutoCommit(false);
                        var outcome = Inbox.once(other, "evt_1", () -> work.add("twice"));
                        other.commit();
                        return outcome;
                    } catch (SQLException e) {
                        throw new AssertionError(e);
                    }
                });
        awaitBlocked();

        connection.commit();

        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(REPEATED);
        assertThat(work).containsExactly("evt_1");
    }

    @Test
    void onlyHigherNumbersOfAKeyAreProcessed() throws SQLException {
        assertThat(newest("a", 3)).isEqualTo(DONE);
        assertThat(newest("a", 2)).isEqualTo(OUTDATED);
        assertThat(newest("a", 3)).isEqualTo(OUTDATED);
        assertThat(newest("b", 1)).isEqualTo(DONE);
        assertThat(newest("a", 9)).isEqualTo(DONE);
        assertThat(work).containsExactly("a3", "b1", "a9");
    }

    @Test
    void aNumberWhoseWorkFailedCanComeAgain() throws SQLException {
        assertThatThrownBy(() ->
                        Inbox.newest(
                                connection,
                                "a",
                                5,
                                () -> {
                                    throw new IOException();
                                }))
                .isInstanceOf(IOException.class);

        assertThat(newest("a", 5)).isEqualTo(DONE);
    }

    @Test
    void oldIdsAreForgotten() throws SQLException {
        once("evt_1");
        execute("UPDATE waybill_inbox SET received_at = now() - interval '40 days'");
        once("evt_2");

        assertThat(Inbox.forget(connection, Duration.ofDays(35))).isEqualTo(1);
        assertThat(once("evt_1")).isEqualTo(DONE);
        assertThat(once("evt_2")).isEqualTo(REPEATED);
    }

    private Inbox.Outcome once(String id) throws SQLException {
        return Inbox.once(connection, id, () -> work.add(id));
    }

    private Inbox.Outcome newest(String key, long sequence) throws SQLException {
        return Inbox.newest(connection, key, sequence, () -> work.add(key + sequence));
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long count(String table) throws SQLException {
        return number("SELECT count(*) FROM " + table, connection);
    }

    private static long number(String sql, Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /// Until a statement waits for the transaction of another.
    private static void awaitBlocked() throws SQLException {
        try (var observer = RunningWaybill.receiver()) {
            var waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
            while (number(waiting, observer) == 0) {
                Thread.onSpinWait();
            }
        }
    }
}

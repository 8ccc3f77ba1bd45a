package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// No statement runs for longer than its caller waits for it.
class StatementTimeoutTest {

    private static final String QUERY_CANCELED = "57014";

    private static final TestDatabase DB = TestDatabase.create();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void everyInteractiveConnectionHasATimeLimit() {
        var handles = new ArrayList<Handle>();
        try {
            for (int i = 0; i < Database.Sizes.DEFAULT.interactive(); i++) {
                handles.add(DB.database().interactive().open());
            }

            assertThat(handles).extracting(StatementTimeoutTest::limit).containsOnly("25s");
        } finally {
            handles.forEach(Handle::close);
        }
    }

    @Test
    void connectionsOfTheEngineHaveAShorterOne() throws SQLException {
        try (var connection = DB.database().engine();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW statement_timeout")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("10s");
        }
    }

    /// With the limit lowered for one transaction. The connection is good afterwards.
    @Test
    void aStatementThatTakesLongerIsCancelled() {
        try (var handle = DB.database().interactive().open()) {
            assertThatThrownBy(() ->
                            handle.useTransaction(tx -> {
                                tx.execute("SET LOCAL statement_timeout = '20ms'");
                                tx.execute("SELECT pg_sleep(60)");
                            }))
                    .isInstanceOf(UnableToExecuteStatementException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getSQLState()).isEqualTo(QUERY_CANCELED));

            assertThat(limit(handle)).isEqualTo("25s");
        }
    }

    private static String limit(Handle handle) {
        return handle.createQuery("SHOW statement_timeout").mapTo(String.class).one();
    }
}

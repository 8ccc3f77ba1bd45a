package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.Eventually;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ReadOnlyTest {

    @Test
    void aConnectionThatMayNotWriteLeavesThePool() throws SQLException {
        try (var db = TestDatabase.create()) {
            int session;
            try (var connection = db.database().engine();
                    var statement = connection.createStatement()) {
                try (var rows = statement.executeQuery("SELECT pg_backend_pid()")) {
                    assertThat(rows.next()).isTrue();
                    session = rows.getInt(1);
                }
                statement.execute("SET default_transaction_read_only = on");
                assertThatThrownBy(() -> statement.execute("DELETE FROM lease"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("read-only");
            }

            Eventually.holds(() ->
                    db.number("SELECT count(*) FROM pg_stat_activity WHERE pid = ?", session) == 0);
        }
    }
}

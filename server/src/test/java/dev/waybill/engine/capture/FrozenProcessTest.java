package dev.waybill.engine.capture;

import static dev.waybill.engine.capture.Draft.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// A process stands still in the middle of a capture with an ordering key, whose row it has locked.
class FrozenProcessTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final Station station = new Station(DB, new ManualClock(), 1);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void othersGetTheKeyWhileTheirPublishersStillWait() throws Exception {
        station.capture(event().orderingKey("k"));
        var frozen = DB.database().engine();
        assertThat(freezeMax(frozen)).isLessThan(Capture.ANSWER_WITHIN.minusSeconds(1));
        frozen.setAutoCommit(false);
        try (var statement = frozen.createStatement()) {
            statement.execute("SELECT 1 FROM ordering_key FOR UPDATE");
        }

        var captured = station.capture(event().orderingKey("k"));

        assertThat(captured.event().sequence()).isEqualTo(2);
        assertThat(frozen.isValid(10)).isFalse();
        assertThatThrownBy(frozen::close).as("rolls back").isInstanceOf(SQLException.class);
    }

    /// How long a transaction may do nothing.
    private static Duration freezeMax(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows =
                        statement.executeQuery(
                                """
                                SELECT setting
                                  FROM pg_settings
                                 WHERE name = 'idle_in_transaction_session_timeout'
                                """)) {
            rows.next();
            return Duration.ofMillis(rows.getLong(1));
        }
    }
}

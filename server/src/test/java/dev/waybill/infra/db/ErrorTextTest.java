package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Test;

/// Exceptions of the database are logged. They show no values: neither those of a row that was
/// refused, nor the parameters of its statement.
class ErrorTextTest {

    private static final String PAYLOAD = "WaybillMarker of a payload";
    private static final String TABLE = "CREATE TEMP TABLE small (v text CHECK (length(v) < 3))";

    @Test
    void exceptionsOfStatementsShowNoValues() {
        try (var db = TestDatabase.create()) {
            var shown =
                    db.database()
                            .interactive()
                            .withHandle(handle -> {
                                handle.execute(TABLE);
                                try {
                                    handle.createUpdate("INSERT INTO small VALUES (:v)")
                                            .bind("v", PAYLOAD)
                                            .execute();
                                    return "it was not refused";
                                } catch (JdbiException e) {
                                    return text(e);
                                }
                            });

            assertThat(shown).contains("small_v_check").doesNotContain("WaybillMarker");
        }
    }

    @Test
    void exceptionsOfTheEngineShowNoValues() throws SQLException {
        try (var db = TestDatabase.create();
                var connection = db.database().engine();
                var create = connection.createStatement()) {
            create.execute(TABLE);
            var shown = "it was not refused";
            try (var insert = connection.prepareStatement("INSERT INTO small VALUES (?)")) {
                insert.setString(1, PAYLOAD);
                insert.executeUpdate();
            } catch (SQLException e) {
                shown = text(e);
            }

            assertThat(shown).contains("small_v_check").doesNotContain("WaybillMarker");
        }
    }

    private static String text(Throwable failure) {
        var text = new StringBuilder();
        for (Throwable e = failure; e != null; e = e.getCause()) {
            text.append(e).append('\n');
        }
        return text.toString();
    }
}

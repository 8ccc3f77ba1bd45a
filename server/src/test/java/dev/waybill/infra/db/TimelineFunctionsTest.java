package dev.waybill.infra.db;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A hosted PostgreSQL without some of its functions: a start is refused, because every capture
/// would fail.
class TimelineFunctionsTest {

    private final TestDatabase db = TestDatabase.create();
    private final String role = "managed_" + ProcessHandle.current().pid();

    @BeforeEach
    void createRole() {
        db.execute("CREATE ROLE %s LOGIN PASSWORD 'managed'".formatted(role));
    }

    @AfterEach
    void drop() {
        db.execute("DROP ROLE " + role);
        db.close();
    }

    @Test
    void anOrdinaryRoleMayCallThem() {
        assertThatCode(() -> DatabaseStart.requireTimeline(managed())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pg_walfile_name(pg_lsn)",
                "pg_current_wal_insert_lsn()",
                "pg_control_system()"
            })
    void oneThatIsForbiddenIsRefusedWithASentence(String function) {
        db.execute("REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC".formatted(function));

        assertRefused("permission denied");
    }

    @Test
    void oneThatIsMissingIsRefusedWithASentence() {
        db.execute("ALTER FUNCTION pg_walfile_name(pg_lsn) RENAME TO not_offered");

        assertRefused("does not exist");
    }

    private void assertRefused(String because) {
        assertThatThrownBy(() -> DatabaseStart.requireTimeline(managed()))
                .isInstanceOf(SQLException.class)
                .hasMessageContainingAll("needs the functions pg_walfile_name", because);
    }

    private DatabaseUrl managed() {
        return new DatabaseUrl(db.url().jdbcUrl(), role, "managed");
    }
}

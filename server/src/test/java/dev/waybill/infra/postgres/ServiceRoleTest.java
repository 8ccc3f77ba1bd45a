package dev.waybill.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.testing.ManualClock;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The role that the service logs in as owns its database and has no other rights, also on a data
/// folder of the time when it was the superuser that initdb made.
class ServiceRoleTest {

    private static final String RIGHTS =
            """
            SELECT concat_ws(' ', rolsuper, rolcreatedb, rolcreaterole, rolreplication,
                             rolbypassrls)
              FROM pg_roles
             WHERE rolname = current_user
            """;

    private static final String NONE = "f f f f f";

    private static final String DATABASE_OWNER =
            "SELECT datdba::regrole FROM pg_database WHERE datname = current_database()";

    /// Everything outside of PostgreSQL's own schemas that is not the role's, but an extension's.
    private static final String NOT_OWNED =
            """
            SELECT string_agg(name, ', ')
              FROM (SELECT oid::regclass::text AS name, oid, relowner AS owner,
                           relnamespace AS schema
                      FROM pg_class
                     UNION ALL
                    SELECT oid::regprocedure::text, oid, proowner, pronamespace
                      FROM pg_proc) AS thing
             WHERE owner <> current_user::regrole
               AND schema::regnamespace::text !~ '^(pg_|information_schema)'
               AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = thing.oid AND deptype = 'e')
            """;

    private static final String OTHER_LOGINS =
            """
            SELECT string_agg(usename, ', ')
              FROM pg_shadow
             WHERE passwd IS NOT NULL AND usename <> current_user
            """;

    private Path folder = Path.of("");

    @BeforeEach
    void useAFolderThatDoesNotExist(@TempDir Path parent) {
        folder = parent.resolve("waybill");
    }

    @Test
    void aNewDatabaseBelongsToAnOrdinaryRole() throws SQLException {
        try (var server = Servers.start(folder)) {
            var address = server.address();

            assertThat(Servers.ask(address, RIGHTS)).isEqualTo(NONE);
            assertThat(Servers.ask(address, DATABASE_OWNER)).isEqualTo("waybill");
            assertRefused(address, "COPY (SELECT 1) TO PROGRAM 'true'");
            assertRefused(address, "SELECT pg_read_file('PG_VERSION')");
            assertRefused(address, "ALTER SYSTEM SET fsync = off");
        }
    }

    @Test
    void theRoleMakesAndMigratesTheSchema() throws SQLException {
        try (var server = Servers.start(folder)) {
            migrate(server.address());

            assertThat(Servers.ask(server.address(), NOT_OWNED)).isNull();
            // The functions that compute the places of the feed and their shift.
            Servers.ask(server.address(), "SELECT base FROM feed_base, pg_control_system()");
        }
    }

    @Test
    void anOldDataFolderIsConverted() throws SQLException {
        makeOldFolder();

        for (int start = 1; start <= 2; start++) {
            try (var server = Servers.start(folder)) {
                var address = server.address();
                assertThat(Servers.ask(address, RIGHTS)).isEqualTo(NONE);
                assertThat(Servers.ask(address, DATABASE_OWNER)).isEqualTo("waybill");
                assertThat(Servers.ask(address, NOT_OWNED)).isNull();
                assertThat(Servers.kept(server)).isEqualTo("42");
                assertThat(Servers.ask(address, "SELECT rolname FROM pg_roles WHERE oid = 10"))
                        .isEqualTo("waybill_superuser");
                migrate(address);
            }
        }
        try (var server = Servers.startWithSuperuser(folder)) {
            assertThat(Servers.ask(server.address(), RIGHTS)).as("stays").isEqualTo(NONE);
        }
    }

    @Test
    void nobodyElseCanLogInAfterwards() throws SQLException {
        makeOldFolder();
        Servers.start(folder).close();

        try (var server = Servers.start(folder)) {
            var address = server.address();
            var superuser =
                    new DatabaseAddress(
                            address.host(),
                            address.port(),
                            "waybill",
                            "waybill_superuser",
                            address.password());
            assertThat(Servers.ask(address, "SELECT count(*) FROM pg_roles WHERE rolcanlogin"))
                    .isEqualTo("2");
            assertThatThrownBy(() -> Servers.ask(superuser, "SELECT 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
        }
    }

    @Test
    void aSuperuserOfABenchmarkLosesItsRightsWhereTheServiceStarts() throws SQLException {
        try (var server = Servers.startWithSuperuser(folder)) {
            assertThat(Servers.ask(server.address(), RIGHTS)).startsWith("t");
            assertThat(Servers.ask(server.address(), OTHER_LOGINS)).isNull();
            Servers.keep(server.address());
        }

        try (var server = Servers.start(folder)) {
            assertThat(Servers.ask(server.address(), RIGHTS)).isEqualTo(NONE);
            assertThat(Servers.kept(server)).isEqualTo("42");
        }
    }

    /// As earlier versions made it: the role that initdb made is called `waybill`, has the
    /// password, and owns everything.
    private void makeOldFolder() throws SQLException {
        try (var server = Servers.startWithSuperuser(folder)) {
            var address = server.address();
            var helper =
                    new DatabaseAddress(
                            address.host(), address.port(), "postgres", "helper", "helper");
            Servers.ask(address, "CREATE ROLE helper SUPERUSER LOGIN PASSWORD 'helper'");
            Servers.ask(
                    helper,
                    """
                    ALTER DATABASE waybill OWNER TO waybill_superuser;
                    DROP ROLE waybill;
                    ALTER ROLE waybill_superuser RENAME TO waybill;
                    ALTER ROLE waybill PASSWORD '%s'
                    """
                            .formatted(address.password()));
            Servers.ask(address, "DROP ROLE helper");
            assertThat(Servers.ask(address, "SELECT current_user::regrole::oid")).isEqualTo("10");
            migrate(address);
            Servers.keep(address);
            // An operator's, whose members must stay as they are.
            Servers.ask(address, "CREATE EXTENSION pg_stat_statements");
        }
    }

    private static void migrate(DatabaseAddress address) {
        var url = new DatabaseUrl(address.jdbcUrl(), address.user(), address.password());
        Migrations.run(url);
        try (var database = new Database(url)) {
            new PartitionKeeper(database, new ManualClock()).runOnce();
        }
    }

    private static void assertRefused(DatabaseAddress address, String sql) {
        assertThatThrownBy(() -> Servers.ask(address, sql))
                .as(sql)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }
}

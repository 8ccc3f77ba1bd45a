package dev.waybill.infra.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes the superuser rights of the role that the service logs in as. In data folders of earlier
/// versions it is the role that initdb created, which cannot lose them: that role is renamed and
/// loses its password, and an ordinary role takes over its name, its password and its objects.
final class ServiceRole {

    /// The role that initdb creates. It has no password, so it cannot log in; the owner of the data
    /// folder can still use it in the single-user mode of PostgreSQL.
    static final String BOOTSTRAP = "waybill_superuser";

    private static final Logger LOG = LoggerFactory.getLogger(ServiceRole.class);

    private static final String RIGHTS =
            """
            SELECT CASE WHEN NOT rolsuper THEN 'ordinary'
                        WHEN oid = 10 THEN 'bootstrap'
                        ELSE 'superuser' END
              FROM pg_roles
             WHERE rolname = current_user
            """;

    private static final String DEMOTE =
            """
            ALTER ROLE waybill NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
            """;

    // PostgreSQL cannot rename a role that is logged in; therefore a helper role is used and
    // dropped at the end. The password is copied as its SCRAM verifier: it appears in no
    // statement, and so in no log.
    private static final String REPLACE =
            """
            CREATE ROLE waybill_conversion SUPERUSER;
            SET LOCAL SESSION AUTHORIZATION waybill_conversion;
            ALTER ROLE waybill RENAME TO waybill_superuser;
            DO $$
            BEGIN
                EXECUTE format('CREATE ROLE waybill LOGIN PASSWORD %L',
                               (SELECT rolpassword FROM pg_authid WHERE oid = 10));
            END $$;
            ALTER ROLE waybill_superuser PASSWORD NULL;
            ALTER DATABASE waybill OWNER TO waybill
            """;

    // REASSIGN OWNED refuses the role that initdb created. A sequence that belongs to a column
    // follows its table, and members of an extension stay with the superuser.
    private static final String REASSIGN =
            """
            DO $$
            DECLARE command text;
            BEGIN
                FOR command IN
                    SELECT format('ALTER SCHEMA %I OWNER TO waybill', nspname)
                      FROM pg_namespace
                     WHERE nspowner = 10 AND nspname !~ '^pg_' AND nspname <> 'information_schema'
                    UNION ALL
                    SELECT format('ALTER TABLE %s OWNER TO waybill', c.oid::regclass)
                      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE c.relowner = 10 AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
                       AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
                       AND NOT EXISTS (SELECT
                                         FROM pg_depend d
                                        WHERE d.classid = 'pg_class'::regclass
                                          AND d.objid = c.oid
                                          AND (d.deptype = 'e'
                                               OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
                    UNION ALL
                    SELECT format('ALTER ROUTINE %s OWNER TO waybill', p.oid::regprocedure)
                      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
                     WHERE p.proowner = 10
                       AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
                       AND NOT EXISTS (SELECT
                                         FROM pg_depend d
                                        WHERE d.classid = 'pg_proc'::regclass
                                          AND d.objid = p.oid
                                          AND d.deptype = 'e')
                LOOP
                    EXECUTE command;
                END LOOP;
            END $$
            """;

    private static final String FINISH =
            """
            RESET SESSION AUTHORIZATION;
            DROP ROLE waybill_conversion
            """;

    private ServiceRole() {}

    /// Returns when the role of the service is an ordinary one, or throws with nothing changed.
    static void ensureOrdinary(DatabaseAddress address) {
        try (var connection =
                DriverManager.getConnection(
                        address.jdbcUrl(), address.user(), address.password())) {
            var rights = rights(connection);
            if (rights.equals("ordinary")) {
                return;
            }
            connection.setAutoCommit(false);
            if (rights.equals("bootstrap")) {
                execute(connection, REPLACE);
                execute(connection, REASSIGN);
                execute(connection, FINISH);
            } else {
                execute(connection, DEMOTE);
            }
            connection.commit();
            LOG.atInfo()
                    .addKeyValue("role", address.user())
                    .log("the role of the service is no longer a superuser");
        } catch (SQLException e) {
            throw new PostgresFailed(
                    "The role of the embedded PostgreSQL could not be checked: " + e.getMessage(),
                    e);
        }
    }

    private static String rights(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(RIGHTS)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

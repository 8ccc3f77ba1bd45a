package dev.waybill.bench.lab;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.postgres.DatabaseAddress;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.postgres.Privilege;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The server for all measurements: embedded, with the settings of the product, and statements
/// counted. Each contender has its own database and role.
public final class Postgres implements AutoCloseable {

    /// Enough for a median that an outlier does not move.
    private static final int COMMITS_TIMED = 300;

    private final EmbeddedPostgres server;
    private final Connection admin;

    private Postgres(EmbeddedPostgres server) throws SQLException {
        this.server = server;
        this.admin = Database.unpooled(url(server.address())).getConnection();
    }

    static Postgres start(Path folder) {
        try {
            // The library that counts statements can only be loaded at the start, and only a
            // running server accepts the setting: therefore two starts.
            try (var first = startServer(folder);
                    var admin = Database.unpooled(url(first.address())).getConnection()) {
                execute(admin, "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
            }
            var postgres = new Postgres(startServer(folder));
            postgres.execute("CREATE EXTENSION pg_stat_statements");
            return postgres;
        } catch (SQLException e) {
            throw new BenchFailed("PostgreSQL could not be prepared", e);
        }
    }

    /// Creating roles and changing settings requires a superuser.
    private static EmbeddedPostgres startServer(Path folder) {
        return EmbeddedPostgres.start(folder, folder.resolve("postgres"), Privilege.SUPERUSER);
    }

    /// An empty database that belongs to a role of the same name. Names are constants.
    public DatabaseUrl create(String name) {
        execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(name, name));
        execute("CREATE DATABASE %s OWNER %s".formatted(name, name));
        return DatabaseUrl.parse(urlFor(name));
    }

    /// As a user would write it.
    public String urlFor(String name) {
        return "postgresql://%s:%s@%s:%d/%s"
                .formatted(name, name, server.address().host(), server.address().port(), name);
    }

    /// As the administrator, whose statements are not counted among those of the role.
    public Connection connect(String name) {
        var address = server.address();
        var there =
                new DatabaseAddress(
                        address.host(), address.port(), name, address.user(), address.password());
        try {
            return Database.unpooled(url(there)).getConnection();
        } catch (SQLException e) {
            throw new BenchFailed("no connection to the database " + name, e);
        }
    }

    /// So that no contender pays for pages that another one changed.
    public void checkpoint() {
        execute("CHECKPOINT");
    }

    public String version() {
        return text("SHOW server_version");
    }

    /// The statements that the role has run so far, including those that begin and end
    /// transactions.
    public long statements(String role) {
        return Long.parseLong(
                text(
                        """
                        SELECT coalesce(sum(calls), 0)
                          FROM pg_stat_statements
                          JOIN pg_roles ON pg_roles.oid = userid
                         WHERE rolname = '%s'
                        """
                                .formatted(role)));
    }

    /// Measures planning too, which costs a little more for each statement.
    public void trackPlanning() {
        execute("ALTER SYSTEM SET pg_stat_statements.track_planning = on");
        execute("SELECT pg_reload_conf()");
    }

    /// The time that the statements of the role took so far to be planned and to be executed.
    public StatementTimes statementTimes(String role) {
        var times =
                text("""
                SELECT coalesce(sum(total_plan_time), 0) || ' '
                       || coalesce(sum(total_exec_time), 0)
                  FROM pg_stat_statements
                  JOIN pg_roles ON pg_roles.oid = userid
                 WHERE rolname = '%s'
                """
                                .formatted(role))
                        .split(" ", -1);
        return new StatementTimes(Double.parseDouble(times[0]), Double.parseDouble(times[1]));
    }

    /// Starts counting statements again.
    public void forgetStatements() {
        execute("SELECT pg_stat_statements_reset()");
    }

    /// The statements of the role that took most time, as lines of a table.
    public List<String> costliestStatements(String role, int limit) {
        return List.of(
                text("""
                SELECT string_agg(line, E'\\n')
                  FROM (SELECT format(
                                   '%%6s calls, %%7s µs planning, %%7s µs executing: %%s',
                                   calls, round(total_plan_time * 1000 / calls),
                                   round(total_exec_time * 1000 / calls),
                                   left(regexp_replace(query, '\\s+', ' ', 'g'), 90))
                               AS line
                          FROM pg_stat_statements
                          JOIN pg_roles ON pg_roles.oid = userid
                         WHERE rolname = '%s'
                         ORDER BY total_plan_time + total_exec_time DESC
                         LIMIT %d) AS costliest
                """
                                .formatted(role, limit))
                        .split("\n", -1));
    }

    /// The locks on tables and indexes that one of the role's transactions holds now: of the
    /// transaction that holds most. Reading them blocks transactions that take locks for a moment.
    public int locks(String role) {
        return Integer.parseInt(
                text(
                        """
                        SELECT coalesce(max(held), 0)
                          FROM (SELECT count(*) AS held
                                  FROM pg_locks
                                  JOIN pg_stat_activity USING (pid)
                                 WHERE locktype = 'relation' AND usename = '%s'
                                 GROUP BY pid) AS transaction
                        """
                                .formatted(role)));
    }

    /// Transactions so far that wrote something: each has taken a number. The server's own count of
    /// commits lags by up to ten seconds, and includes those that cost nothing.
    public long commits() {
        return Long.parseLong(text("SELECT pg_snapshot_xmax(pg_current_snapshot())"));
    }

    /// The processor time of the server's processes, including those that have ended: a connection
    /// is a process, and those of every contender come and go.
    public Duration cpuTime() {
        return ProcessorTime.ofTree(server.pid());
    }

    /// The median of small commits, one after another: the time of the disk for a flush.
    public Duration commitTime() {
        execute("CREATE TABLE IF NOT EXISTS commit_probe (n integer)");
        var nanos = new long[COMMITS_TIMED];
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            execute("INSERT INTO commit_probe VALUES (1)");
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[nanos.length / 2]);
    }

    @Override
    public void close() {
        try (server) {
            admin.close();
        } catch (SQLException e) {
            throw new BenchFailed("PostgreSQL could not be left", e);
        }
    }

    private void execute(String sql) {
        try {
            execute(admin, sql);
        } catch (SQLException e) {
            throw new BenchFailed(sql.toLowerCase(Locale.ROOT), e);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String text(String sql) {
        try (var statement = admin.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new BenchFailed("a figure could not be read", e);
        }
    }

    private static DatabaseUrl url(DatabaseAddress address) {
        return new DatabaseUrl(address.jdbcUrl(), address.user(), address.password());
    }
}

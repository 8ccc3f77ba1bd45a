package dev.waybill.testing;

import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.postgres.Privilege;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/// The one PostgreSQL server of a test JVM: that of `DATABASE_URL`, else an embedded one; and the
/// template that test databases are cloned from.
final class TestPostgres {

    private static final String PREFIX = "waybill_test_";

    private final DatabaseUrl admin;
    private final boolean ours;
    private final String prefix;
    private final AtomicInteger made = new AtomicInteger();
    private final String template;

    private TestPostgres(DatabaseUrl admin, boolean ours, String prefix) {
        this.admin = admin;
        this.ours = ours;
        this.prefix = prefix;
        this.template = createEmpty();
        var url = url(template);
        Migrations.run(url);
        try (var database = new Database(url)) {
            new PartitionKeeper(database, new ManualClock()).runOnce();
        }
    }

    static TestPostgres running() {
        return Holder.RUNNING;
    }

    /// Started when the first test asks for it.
    private static final class Holder {
        private static final TestPostgres RUNNING = start();
    }

    private static TestPostgres start() {
        // Test JVMs may share a server, so each has its own names.
        var prefix = PREFIX + ProcessHandle.current().pid() + "_";
        var given = System.getenv("DATABASE_URL");
        if (given != null) {
            var server = new TestPostgres(DatabaseUrl.parse(given), false, prefix);
            server.dropAtTheEnd(server.template);
            return server;
        }
        var embedded =
                EmbeddedPostgres.start(
                        Scratch.folder("test-postgres"),
                        Scratch.POSTGRES_PROGRAMS,
                        Privilege.SUPERUSER);
        atTheEnd(embedded::close);
        var address = embedded.address();
        var admin = new DatabaseUrl(address.jdbcUrl(), address.user(), address.password());
        dropLeftovers(admin);
        return new TestPostgres(admin, true, prefix);
    }

    private static void atTheEnd(Runnable duty) {
        Runtime.getRuntime().addShutdownHook(new Thread(duty, "test-postgres"));
    }

    DatabaseUrl url(String name) {
        var jdbcUrl = admin.jdbcUrl().replaceFirst("(//[^/]+/)[^?]*", "$1" + name);
        return new DatabaseUrl(jdbcUrl, admin.user(), admin.password());
    }

    String createEmpty() {
        var name = prefix + made.incrementAndGet();
        execute(admin, "CREATE DATABASE " + name);
        return name;
    }

    String cloneTemplate() {
        return copy(template);
    }

    /// Drops a database without connections.
    String copy(String from) {
        var name = prefix + made.incrementAndGet();
        execute(admin, "CREATE DATABASE " + name + " TEMPLATE " + from);
        return name;
    }

    /// On our own server the next start does it.
    void dropAtTheEnd(String name) {
        if (!ours) {
            atTheEnd(() -> drop(name));
        }
    }

    void drop(String name) {
        execute(admin, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    /// The databases of killed runs. Only in our own server: in another one they may be in use.
    private static void dropLeftovers(DatabaseUrl admin) {
        try (var connection = connect(admin)) {
            for (var name : databases(connection)) {
                execute(admin, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> databases(Connection connection) throws SQLException {
        var names = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT datname FROM pg_database")) {
            while (rows.next()) {
                if (rows.getString(1).startsWith(PREFIX)) {
                    names.add(rows.getString(1));
                }
            }
        }
        return names;
    }

    private static void execute(DatabaseUrl url, String sql) {
        try (var connection = connect(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static Connection connect(DatabaseUrl url) throws SQLException {
        var properties = new Properties();
        if (url.user() != null) {
            properties.setProperty("user", url.user());
        }
        if (url.password() != null) {
            properties.setProperty("password", url.password());
        }
        return DriverManager.getConnection(url.jdbcUrl(), properties);
    }
}

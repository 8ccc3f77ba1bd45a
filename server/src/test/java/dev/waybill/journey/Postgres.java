package dev.waybill.journey;

import dev.waybill.engine.partitions.PartitionKeeper;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.infra.db.Migrations;
import dev.waybill.infra.postgres.EmbeddedPostgres;
import dev.waybill.infra.postgres.Privilege;
import dev.waybill.testing.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// PostgreSQL for the journeys. One server serves every test that does not stop it, with a database
/// for each; tests that kill get a folder of their own, copied because making one takes seconds.
final class Postgres {

    private static final Path BINARIES = Scratch.POSTGRES_PROGRAMS;
    private static final Path WORK = Scratch.folder("journey");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Postgres() {}

    /// The service's role on the shared server, as ordinary as that of an embedded one.
    private static final String ROLE = "journey";

    /// Started by the first test that needs it; ends with this process.
    private static final class Shared {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            var server = Postgres.start(emptied("shared"), Privilege.SUPERUSER);
            try {
                execute(
                        server,
                        "CREATE ROLE %s LOGIN PASSWORD '%s'"
                                .formatted(ROLE, server.address().password()));
                // This server is never killed: no test needs its commits to be on the disk.
                execute(server, "ALTER ROLE %s SET synchronous_commit = off".formatted(ROLE));
                execute(server, "CREATE DATABASE %s OWNER %s".formatted(TEMPLATE, ROLE));
                migrate(url(server, ROLE, TEMPLATE));
                return server;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Migrated, with the tables of these days: copying it takes less time than making another.
    private static final String TEMPLATE = "journey_template";

    private static void migrate(String url) throws SQLException {
        var parsed = DatabaseUrl.parse(url);
        Migrations.run(parsed);
        try (var database = new Database(parsed)) {
            new PartitionKeeper(database, InstantSource.system()).runOnce();
        }
    }

    private static final Map<Privilege, Path> TEMPLATES = new ConcurrentHashMap<>();

    private static Path template(Privilege privilege) {
        return TEMPLATES.computeIfAbsent(
                privilege,
                _ -> {
                    var folder = emptied("template-" + privilege);
                    try (var server = start(folder, privilege)) {
                        migrate(url(server, "waybill"));
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                    return folder;
                });
    }

    /// The URL, as users write it, of an unused database. It is migrated.
    static String newDatabase() throws SQLException {
        return newDatabase(TEMPLATE);
    }

    /// The same without any table, for tests of a first start.
    static String newEmptyDatabase() throws SQLException {
        return newDatabase("template1");
    }

    private static String newDatabase(String template) throws SQLException {
        var name = "journey_" + NUMBERS.incrementAndGet();
        execute(
                Shared.SERVER,
                "CREATE DATABASE %s OWNER %s TEMPLATE %s".formatted(name, ROLE, template));
        return url(Shared.SERVER, ROLE, name);
    }

    /// A database that is no longer used. Each one that is left behind is looked at by autovacuum
    /// every few seconds, which takes a good part of the time of a run.
    ///
    /// @param url as [#newDatabase] gave it
    static void drop(String url) {
        var name = url.substring(url.lastIndexOf('/') + 1);
        try {
            execute(Shared.SERVER, "DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        var address = server.address();
        try (var connection =
                        DriverManager.getConnection(
                                address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String url(EmbeddedPostgres server, String database) {
        return url(server, server.address().user(), database);
    }

    private static String url(EmbeddedPostgres server, String role, String database) {
        var address = server.address();
        return "postgresql://%s:%s@%s:%d/%s"
                .formatted(role, address.password(), address.host(), address.port(), database);
    }

    /// A connection to a database that people would write so.
    static Connection connect(String url) throws SQLException {
        var parsed = DatabaseUrl.parse(url);
        return DriverManager.getConnection(parsed.jdbcUrl(), parsed.user(), parsed.password());
    }

    /// The same server, reached through a cable that can be pulled.
    static String urlThrough(Cable cable, EmbeddedPostgres server) {
        var direct = ":" + server.address().port() + "/";
        return url(server, "waybill").replace(direct, ":" + cable.port() + "/");
    }

    /// A folder in which `serve` finds an unused database and PostgreSQL's programs.
    static Path newFolder() throws IOException {
        return newFolder(Privilege.ORDINARY);
    }

    static Path newFolder(Privilege privilege) throws IOException {
        var template = template(privilege);
        var folder = emptied("data-" + NUMBERS.incrementAndGet());
        copy(template.resolve("data"), folder.resolve("data"));
        copy(template.resolve("password"), folder.resolve("password"));
        Files.createSymbolicLink(folder.resolve("postgres"), BINARIES);
        return folder;
    }

    /// A server on such a folder, run by the test itself.
    static EmbeddedPostgres start(Path folder) {
        return start(folder, Privilege.ORDINARY);
    }

    static EmbeddedPostgres start(Path folder, Privilege privilege) {
        return EmbeddedPostgres.start(folder, BINARIES, privilege);
    }

    /// A connection to whichever server runs on that folder.
    static Connection connect(Path folder) throws SQLException, IOException {
        var port = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid")).get(3);
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port.strip() + "/waybill",
                "waybill",
                Files.readString(folder.resolve("password")).strip());
    }

    /// A place for files that the next run may throw away.
    static Path emptied(String name) {
        var folder = WORK.resolve(name);
        try {
            if (Files.exists(folder)) {
                try (var files = Files.walk(folder)) {
                    for (var file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                        Files.delete(file);
                    }
                }
            }
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}

package dev.waybill.journey;

import dev.waybill.infra.db.DatabaseUrl;
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
                return server;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final Map<Privilege, Path> TEMPLATES = new ConcurrentHashMap<>();

    private static Path template(Privilege privilege) {
        return TEMPLATES.computeIfAbsent(
                privilege,
                _ -> {
                    var folder = emptied("template-" + privilege);
                    start(folder, privilege).close();
                    return folder;
                });
    }

    /// A URL, as people write it, of a database that nobody has used.
    static String newDatabase() throws SQLException {
        var name = "journey_" + NUMBERS.incrementAndGet();
        execute(Shared.SERVER, "CREATE DATABASE %s OWNER %s".formatted(name, ROLE));
        return url(Shared.SERVER, ROLE, name);
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

    /// A folder in which `serve` finds an empty database and PostgreSQL's programs.
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

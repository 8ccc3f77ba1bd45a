package dev.waybill.infra.postgres;

import dev.waybill.testing.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;

/// Starts and queries servers for the tests of this package.
final class Servers {

    static final Path BINARIES = Scratch.POSTGRES_PROGRAMS;

    private Servers() {}

    static EmbeddedPostgres start(Path folder) {
        return EmbeddedPostgres.start(folder, BINARIES);
    }

    static EmbeddedPostgres startWithSuperuser(Path folder) {
        return EmbeddedPostgres.start(folder, BINARIES, Privilege.SUPERUSER);
    }

    /// A folder with a database that was never used, copied because making one takes a second.
    static Path made(Path folder) throws IOException {
        var template = Scratch.folder("database-" + Binaries.VERSION);
        if (!Files.exists(template.resolve("data"))) {
            start(template).close();
        }
        Files.createDirectories(folder);
        copy(template.resolve("data"), folder.resolve("data"));
        copy(template.resolve("password"), folder.resolve("password"));
        return folder;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : (Iterable<Path>) files::iterator) {
                var copy = from.equals(file) ? to : to.resolve(from.relativize(file));
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /// The first column of the first row, or nothing if the statement returns no rows.
    static String ask(DatabaseAddress address, String sql) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(
                                address.jdbcUrl(), address.user(), address.password());
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (var rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }

    /// A table with one committed row, for [#kept] to find.
    static void keep(DatabaseAddress address) throws SQLException {
        ask(address, "CREATE TABLE kept AS SELECT 42 AS number");
    }

    static String kept(EmbeddedPostgres server) throws SQLException {
        return ask(server.address(), "SELECT number FROM kept");
    }

    static void overwrite(Path file, String text) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
    }
}

package dev.waybill.infra.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the database on the first start. It is created in another folder and moved when
/// complete, so that a process that is killed here starts over.
final class InitialCluster {

    static final String USER = "waybill";
    static final String DATABASE = "waybill";

    private static final Logger LOG = LoggerFactory.getLogger(InitialCluster.class);

    /// A second on a fast disk, minutes on a slow one.
    private static final Duration INITDB_MAX = Duration.ofMinutes(5);

    private static final int PASSWORD_BYTES = 32;

    private InitialCluster() {}

    /// Returns with a database of the current version in its place. Removes leftovers of failed
    /// tries.
    static void ensure(Installation installation, Privilege privilege)
            throws IOException, InterruptedException {
        var folder = installation.folder();
        StalePostgres.stop(folder.freshData());
        Trees.delete(folder.freshData());
        if (!Files.exists(folder.data()) || Trees.isEmptyFolder(folder.data())) {
            make(installation, privilege);
        }
        checkVersion(folder.data());
        if (!Files.exists(folder.password())) {
            throw new PostgresFailed(
                    "The database's password is missing: restore the file %s from a backup."
                            .formatted(folder.password()));
        }
    }

    private static void make(Installation installation, Privilege privilege) throws IOException {
        var folder = installation.folder();
        writePassword(folder.password());
        installation.unprivileged().takeOwnership(folder.root());
        if (Files.exists(folder.data())) {
            Files.delete(folder.data());
        }
        run(
                installation,
                "initdb",
                List.of(
                        "--pgdata=" + folder.freshData(),
                        // The built-in locale sorts alike on every system and after every upgrade,
                        // so indexes stay valid; C compares bytes, fast.
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--locale=C",
                        "--encoding=UTF8",
                        "--auth=scram-sha-256",
                        "--username=" + ServiceRole.BOOTSTRAP,
                        "--pwfile=" + folder.password(),
                        "--data-checksums",
                        "--no-instructions"),
                "");
        // The single-user server needs no port and no password, and shuts down cleanly.
        run(
                installation,
                "postgres",
                List.of(
                        "--single",
                        "-D",
                        folder.freshData().toString(),
                        "-c",
                        "exit_on_error=on",
                        // A failed statement would log the password.
                        "-c",
                        "log_min_error_statement=panic",
                        "postgres"),
                rolesAndDatabase(privilege, Files.readString(folder.password()).strip()));
        Trees.moveIntoPlace(folder.freshData(), folder.data());
        LOG.atInfo().addKeyValue("folder", folder.data()).log("database created");
    }

    /// One statement a line, as the single-user server reads them.
    private static String rolesAndDatabase(Privilege privilege, String password) {
        var rights =
                switch (privilege) {
                    case ORDINARY -> "";
                    case SUPERUSER -> " SUPERUSER";
                };
        return """
        CREATE ROLE %s LOGIN%s PASSWORD '%s'
        CREATE DATABASE %s OWNER %s
        ALTER ROLE %s PASSWORD NULL
        """
                .formatted(USER, rights, password, DATABASE, USER, ServiceRole.BOOTSTRAP);
    }

    private static void run(
            Installation installation, String program, List<String> arguments, String input)
            throws IOException {
        var log = new ServerLog(installation.folder().serverLog());
        var command = installation.command("KILL", program, arguments);
        var result = Command.run(command, input, INITDB_MAX);
        if (!result.succeeded()) {
            log.append(result.output());
            throw log.failure(
                    "The database could not be created (%s ended with %d)."
                            .formatted(program, result.exitCode()));
        }
    }

    private static void writePassword(Path file) throws IOException {
        var random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        Files.deleteIfExists(file);
        try (var channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        Modes.PRIVATE_FILE)) {
            channel.write(US_ASCII.encode(HexFormat.of().formatHex(random) + "\n"));
            channel.force(true);
        }
    }

    private static void checkVersion(Path data) throws IOException {
        var file = data.resolve("PG_VERSION");
        if (!Files.exists(file)) {
            throw new PostgresFailed(
                    "%s is not a PostgreSQL data folder: move it away, or choose another folder."
                            .formatted(data));
        }
        var version = Files.readString(file).strip();
        if (!version.equals(Binaries.MAJOR)) {
            throw new PostgresFailed(
                    """
                    %s was created by PostgreSQL %s and this is %s: move the data with pg_dump \
                    of that version, or use the Waybill that made it.\
                    """
                            .formatted(data, version, Binaries.MAJOR));
        }
    }
}

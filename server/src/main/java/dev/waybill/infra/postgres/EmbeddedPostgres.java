package dev.waybill.infra.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// An embedded PostgreSQL on the loopback address, with durable data. It is restarted if it
/// crashes, and ends with this process even if that is killed.
public final class EmbeddedPostgres implements AutoCloseable {

    private final DataFolder folder;
    private final PostgresSupervisor keeper;
    private final DatabaseAddress address;

    private EmbeddedPostgres(
            DataFolder folder, PostgresSupervisor keeper, DatabaseAddress address) {
        this.folder = folder;
        this.keeper = keeper;
        this.address = address;
    }

    /// Starts, or recovers, the database in `folder`. Throws [DataFolderInUse] if another process
    /// has it, and [PostgresFailed] if it does not start.
    public static EmbeddedPostgres start(Path folder) {
        return start(folder, folder.resolve("postgres"));
    }

    /// The same as [#start(Path)], with the programs of PostgreSQL in a folder that others may
    /// share.
    public static EmbeddedPostgres start(Path folder, Path binariesFolder) {
        return start(folder, binariesFolder, Privilege.ORDINARY);
    }

    /// The same as [#start(Path, Path)]. A superuser is created with the database: a database that
    /// was created with an ordinary role keeps it.
    public static EmbeddedPostgres start(Path folder, Path binariesFolder, Privilege privilege) {
        try {
            var locked = DataFolder.lock(folder);
            var started = false;
            try {
                var server = start(locked, binariesFolder, privilege);
                started = true;
                return server;
            } finally {
                if (!started) {
                    locked.close();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresFailed("Interrupted while PostgreSQL was starting.", e);
        } catch (IOException e) {
            throw new PostgresFailed(
                    "The embedded PostgreSQL cannot use the folder %s: %s".formatted(folder, e), e);
        }
    }

    /// The server that another process runs on this folder, if there is one.
    public static Optional<DatabaseAddress> running(Path folder) {
        try {
            var data = folder.resolve("data");
            var port = PostmasterFile.readyPort(data);
            if (port.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    address(port.getAsInt(), Files.readString(folder.resolve("password")).strip()));
        } catch (IOException e) {
            throw new PostgresFailed("The folder %s cannot be read: %s".formatted(folder, e), e);
        }
    }

    private static DatabaseAddress address(int port, String password) {
        return new DatabaseAddress(
                ServerOptions.HOST, port, InitialCluster.DATABASE, InitialCluster.USER, password);
    }

    private static EmbeddedPostgres start(
            DataFolder folder, Path binariesFolder, Privilege privilege)
            throws IOException, InterruptedException {
        var binaries = Binaries.unpackedIn(binariesFolder);
        var installation = Installation.in(folder, binaries);
        StalePostgres.stop(folder.data());
        InitialCluster.ensure(installation, privilege);
        var password = Files.readString(folder.password()).strip();
        var keeper = new PostgresSupervisor(installation);
        var address = address(keeper.start(), password);
        if (privilege == Privilege.ORDINARY) {
            try {
                ServiceRole.ensureOrdinary(address);
            } catch (PostgresFailed e) {
                keeper.close();
                throw e;
            }
        }
        return new EmbeddedPostgres(folder, keeper, address);
    }

    /// Stays the same when the server is restarted.
    public DatabaseAddress address() {
        return address;
    }

    /// The main process of the server; it changes when the server is restarted.
    public long pid() {
        return keeper.postmaster().pid();
    }

    /// Whether the process of the server runs. It may still be recovering.
    public boolean alive() {
        return keeper.postmaster().alive();
    }

    /// Rolls back open transactions, writes a checkpoint and stops the server; waits at most 35 s.
    @Override
    public void close() {
        try (folder) {
            keeper.close();
        } catch (IOException e) {
            throw new PostgresFailed("The embedded PostgreSQL could not be stopped: " + e, e);
        }
    }
}

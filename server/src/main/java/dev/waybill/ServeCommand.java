package dev.waybill;

import dev.waybill.postgres.PostgresFailed;
import dev.waybill.secret.EncryptionKeys;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Starts the service and stays until it is told to stop.
@Command(
        name = "serve",
        description = "Start the service, with its own PostgreSQL or with yours.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    /// Whoever stops the service need not wait longer.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(35);

    @Option(names = "--host", description = "The address to listen on (default 0.0.0.0).")
    private @Nullable String host;

    @Option(names = "--port", description = "The port to listen on; 0 picks one (default 8080).")
    private @Nullable String port;

    @Option(names = "--dev", description = "Allow http:// and loopback targets.")
    private boolean dev;

    @Option(
            names = "--data",
            description = "The folder of the embedded PostgreSQL (default ./waybill-data).")
    private @Nullable String data;

    @Option(
            names = "--database",
            description = "Use this PostgreSQL instead: postgresql://user:password@host/db.")
    private @Nullable String database;

    @Option(
            names = "--catalogued-types-only",
            description = "Refuse events whose type is not in the catalogue.")
    private boolean cataloguedTypesOnly;

    @Option(
            names = "--egress-allow",
            description = "Private addresses that may be called, such as 10.0.0.0/8.")
    private @Nullable String egressAllow;

    @Option(
            names = "--egress-ports",
            description = "The ports that may be called, such as 443,8000-8999.")
    private @Nullable String egressPorts;

    @Option(names = "--config", description = "Read settings from this file.")
    private @Nullable Path config;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Server server;
        Settings settings;
        try {
            settings = Settings.resolve(flags(), System.getenv(), SettingsFile.read(config));
            server = Server.start(settings);
        } catch (Settings.Invalid
                | PostgresFailed
                | EncryptionKeys.Unusable
                | IllegalArgumentException e) {
            return failed(String.valueOf(e.getMessage()));
        } catch (SQLException | FlywayException e) {
            return failed("the database cannot be used: " + e.getMessage());
        }
        var out = System.out;
        server.firstAdminKey()
                .ifPresent(key -> out.println("admin key, shown only this once: " + key));
        if (settings.database() == null) {
            out.println("data in " + settings.data().toAbsolutePath().normalize());
        }
        out.println("waybill " + Version.current());
        out.println("waybill ready on " + server.address());
        out.flush();
        stayUntilStopped(server);
        return 0;
    }

    /// Ends with the process: the shutdown hook closes the server, and the JVM waits for the hook.
    private static void stayUntilStopped(Server server) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeInTime(server), "shutdown"));
        new CountDownLatch(1).await();
    }

    private static void closeInTime(Server server) {
        var closing = Thread.ofPlatform().name("closing").start(server::close);
        try {
            if (!closing.join(CLOSE_MAX)) {
                // What is in flight is rescued by the next start, as after a crash.
                Runtime.getRuntime().halt(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<Settings.Name, String> flags() {
        var flags = new EnumMap<Settings.Name, String>(Settings.Name.class);
        put(flags, Settings.Name.HOST, host);
        put(flags, Settings.Name.PORT, port);
        put(flags, Settings.Name.DEV, dev ? "true" : null);
        put(flags, Settings.Name.DATA, data);
        put(flags, Settings.Name.DATABASE, database);
        put(flags, Settings.Name.CATALOGUED_TYPES_ONLY, cataloguedTypesOnly ? "true" : null);
        put(flags, Settings.Name.EGRESS_ALLOW, egressAllow);
        put(flags, Settings.Name.EGRESS_PORTS, egressPorts);
        return flags;
    }

    static void put(Map<Settings.Name, String> flags, Settings.Name name, @Nullable String value) {
        if (value != null) {
            flags.put(name, value);
        }
    }

    private int failed(String message) {
        var text = "waybill: " + message;
        if (spec == null) {
            throw new AssertionError(text);
        }
        spec.commandLine().getErr().println(text);
        return 1;
    }
}

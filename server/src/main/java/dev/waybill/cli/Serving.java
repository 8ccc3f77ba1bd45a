package dev.waybill.cli;

import dev.waybill.Server;
import dev.waybill.Settings;
import dev.waybill.infra.Version;
import dev.waybill.infra.postgres.PostgresFailed;
import dev.waybill.infra.secret.EncryptionKeys;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flywaydb.core.api.FlywayException;
import picocli.CommandLine;

/// Runs a command that serves: starts the service, prints its address, and waits until the process
/// is stopped.
final class Serving {

    /// The longest time that stopping the service may take.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(35);

    private Serving() {}

    /// Returns an exit code if the service could not be started; otherwise it does not return.
    ///
    /// @param choice the settings; may throw [Settings.Invalid]
    /// @param company starts what runs together with the service, and returns what stops both
    static int run(CommandLine line, Supplier<Settings> choice, Function<Server, Runnable> company)
            throws InterruptedException {
        Server server;
        Settings settings;
        try {
            settings = choice.get();
            server = Server.start(settings);
        } catch (Settings.Invalid
                | PostgresFailed
                | EncryptionKeys.Unusable
                | IllegalArgumentException e) {
            return CommandSettings.failed(line, String.valueOf(e.getMessage()));
        } catch (SQLException | FlywayException e) {
            return CommandSettings.failed(line, "the database cannot be used: " + e.getMessage());
        }
        announce(server, settings, line.getOut());
        stayUntilStopped(company.apply(server));
        return 0;
    }

    private static void announce(Server server, Settings settings, PrintWriter out) {
        server.firstAdminKey()
                .ifPresent(key -> out.println("admin key, shown only this once: " + key));
        server.signInLink().ifPresent(link -> out.println("dashboard, signed in once: " + link));
        if (settings.database() == null) {
            out.println("data in " + settings.data().toAbsolutePath().normalize());
        }
        out.println("waybill " + Version.current());
        out.println("waybill ready on " + server.address());
        out.flush();
    }

    /// Ends with the process: the shutdown hook stops the service, and the JVM waits for the hook.
    private static void stayUntilStopped(Runnable stop) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopInTime(stop), "shutdown"));
        new CountDownLatch(1).await();
    }

    private static void stopInTime(Runnable stop) {
        var stopping = Thread.ofPlatform().name("stopping").start(stop);
        try {
            if (!stopping.join(CLOSE_MAX)) {
                // The next start rescues the attempts in flight, as after a crash.
                Runtime.getRuntime().halt(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

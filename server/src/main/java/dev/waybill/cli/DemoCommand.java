package dev.waybill.cli;

import com.typesafe.config.ConfigFactory;
import dev.waybill.Server;
import dev.waybill.Settings;
import dev.waybill.cli.demo.Demo;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Starts the service with a simulated platform.
@Command(
        name = "demo",
        description =
                "Start the service with simulated customers, whose endpoints misbehave, and a"
                        + " steady stream of events.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final int KEY_BYTES = 16;

    /// The variables that are meant for the demo too.
    private static final List<Settings.Name> OURS =
            List.of(
                    Settings.Name.HOST,
                    Settings.Name.PORT,
                    Settings.Name.ADMIN_KEY,
                    Settings.Name.LOG_FORMAT,
                    Settings.Name.LOG_LEVEL);

    @Option(names = "--host", description = "The address to listen on (default localhost).")
    private @Nullable String host;

    @Option(names = "--port", description = "The port to listen on; 0 picks one (default 8080).")
    private @Nullable String port;

    @Option(
            names = "--data",
            description = "The folder of the embedded PostgreSQL (default ./waybill-demo).")
    private String data = "./waybill-demo";

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        var line = Objects.requireNonNull(spec).commandLine();
        var set = environment();
        var keyVariable = Settings.Name.ADMIN_KEY.variable();
        var own = set.getOrDefault(keyVariable, "");
        var key = own.isEmpty() ? newKey() : own;
        return Serving.run(
                line,
                () -> CommandSettings.resolve(flags(set, key), set, ConfigFactory.empty()),
                server -> {
                    var demo = Demo.start(server.address(), key, InstantSource.system());
                    print(line.getOut(), server, demo, own.isEmpty() ? key : "$" + keyVariable);
                    return () -> demo.closeAround(server::close);
                });
    }

    /// Other variables are meant for the real service: its database must never receive demo data.
    private static Map<String, String> environment() {
        var all = System.getenv();
        var ours = new HashMap<String, String>();
        for (var name : OURS) {
            if (all.containsKey(name.variable())) {
                ours.put(name.variable(), all.getOrDefault(name.variable(), ""));
            }
        }
        return ours;
    }

    private Map<Settings.Name, String> flags(Map<String, String> set, String key) {
        var flags = new EnumMap<Settings.Name, String>(Settings.Name.class);
        // The demo is reachable from other machines only if the host is set.
        var byDefault = set.containsKey(Settings.Name.HOST.variable()) ? null : "localhost";
        ServeCommand.put(flags, Settings.Name.HOST, host == null ? byDefault : host);
        ServeCommand.put(flags, Settings.Name.PORT, port);
        ServeCommand.put(flags, Settings.Name.DATA, data);
        ServeCommand.put(flags, Settings.Name.DEV, "true");
        ServeCommand.put(flags, Settings.Name.ADMIN_KEY, key);
        return flags;
    }

    /// For this run only: an admin key from the settings is kept in memory.
    private static String newKey() {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        return "demo_" + HexFormat.of().formatHex(bytes);
    }

    private static void print(PrintWriter out, Server server, Demo demo, String key) {
        out.println();
        out.println("  dashboard   " + server.address() + "/ui, or signed in by the link above");
        demo.portalLink().ifPresent(link -> out.println("  portal      " + link));
        out.println("  API         " + server.address() + "/v1");
        out.println("  admin key   " + key);
        out.println("  receiver    " + demo.receiver());
        out.println();
        out.println(
                "  curl -H \"Authorization: Bearer %s\" %s/v1/dead_letters"
                        .formatted(key, server.address()));
        out.println();
        out.flush();
    }
}

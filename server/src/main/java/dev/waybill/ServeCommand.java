package dev.waybill;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
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
        return Serving.run(
                Objects.requireNonNull(spec).commandLine(),
                () -> Settings.resolve(flags(), System.getenv(), SettingsFile.read(config)),
                server -> server::close);
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
}

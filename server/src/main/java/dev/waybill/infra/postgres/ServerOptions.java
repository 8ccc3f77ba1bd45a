package dev.waybill.infra.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The settings of the server, each with its reason.
final class ServerOptions {

    static final String HOST = "127.0.0.1";

    private ServerOptions() {}

    static List<String> arguments(Installation installation, int port) throws IOException {
        var settings = new LinkedHashMap<String, String>();
        // Captured means durable: set here so that no postgresql.conf can change it.
        settings.put("fsync", "on");
        settings.put("full_page_writes", "on");
        settings.put("synchronous_commit", "on");
        // Only for this machine, and only one way to connect, which a password protects.
        settings.put("listen_addresses", HOST);
        settings.put("port", Integer.toString(port));
        settings.put("unix_socket_directories", "");
        settings.put("max_connections", "100");
        // Holds the pending deliveries of a busy hour and leaves room on a small machine.
        settings.put("shared_buffers", "256MB");
        // Checkpoints far apart: after each one, the first change of every page costs 8 kB of log.
        settings.put("max_wal_size", "4GB");
        settings.put("checkpoint_timeout", "15min");
        // Room for bursts of batched captures between two flushes.
        settings.put("wal_buffers", "16MB");
        if (installation.binaries().hasLz4()) {
            // Compresses those full pages with little work. The alternative, pglz, costs more than
            // it saves.
            settings.put("wal_compression", "lz4");
        }
        // The statements are short: compiling one takes longer than running it.
        settings.put("jit", "off");
        // The rows of a queue table are all dead within minutes: vacuum often.
        settings.put("autovacuum_naptime", "10s");
        // A query over many partitions locks each with its indexes.
        settings.put("max_locks_per_transaction", "256");
        settings.put("log_destination", "stderr");
        settings.put("log_min_messages", "warning");
        // Without details, which contain rows, and with them payloads.
        settings.put("log_error_verbosity", "terse");

        var arguments = new ArrayList<String>();
        arguments.add("-D");
        arguments.add(installation.folder().data().toString());
        settings.forEach((name, value) -> {
            arguments.add("-c");
            arguments.add(name + "=" + value);
        });
        return arguments;
    }
}

package dev.waybill.infra.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The settings the server is started with, each with its reason.
final class ServerOptions {

    static final String HOST = "127.0.0.1";

    private ServerOptions() {}

    static List<String> arguments(Installation installation, int port) throws IOException {
        var settings = new LinkedHashMap<String, String>();
        // Captured means durable: said here so that no postgresql.conf can take it back.
        settings.put("fsync", "on");
        settings.put("full_page_writes", "on");
        settings.put("synchronous_commit", "on");
        // For this machine's eyes only; one way in, so that one password guards it.
        settings.put("listen_addresses", HOST);
        settings.put("port", Integer.toString(port));
        settings.put("unix_socket_directories", "");
        settings.put("max_connections", "100");
        // Holds the pending deliveries of a busy hour without taking over a small machine.
        settings.put("shared_buffers", "256MB");
        // Checkpoints far apart: each one makes every page's first change cost 8 kB of log.
        settings.put("max_wal_size", "4GB");
        settings.put("checkpoint_timeout", "15min");
        // Room for the bursts of batched captures between two flushes.
        settings.put("wal_buffers", "16MB");
        if (installation.binaries().hasLz4()) {
            // Those full pages, for little work. Its alternative, pglz, costs more than it saves.
            settings.put("wal_compression", "lz4");
        }
        // Our statements are short: compiling one takes longer than running it.
        settings.put("jit", "off");
        // A queue's table is all dead rows within minutes: look often.
        settings.put("autovacuum_naptime", "10s");
        // A query over many partitions locks each with its indexes.
        settings.put("max_locks_per_transaction", "256");
        settings.put("log_destination", "stderr");
        settings.put("log_min_messages", "warning");

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

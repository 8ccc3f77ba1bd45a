package dev.waybill.infra.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The signals that stop a server, from graceful to forced.
enum Signal {
    /// Fast shutdown: roll back open transactions, write a checkpoint, end.
    INT,
    /// Immediate shutdown: end now, recover at the next start.
    QUIT,
    /// The kernel ends it. No committed transaction is lost.
    KILL;

    private static final Duration SEND_MAX = Duration.ofSeconds(5);

    /// Java can only send TERM and KILL itself; every system has `kill`.
    void send(long pid) throws IOException {
        Command.run(
                List.of("sh", "-c", "kill -s \"$0\" \"$1\"", name(), Long.toString(pid)),
                "",
                SEND_MAX);
    }
}

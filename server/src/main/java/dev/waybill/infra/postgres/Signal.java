package dev.waybill.infra.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The ways to tell a server to stop, from polite to final.
enum Signal {
    /// Fast shutdown: roll back what is open, write a checkpoint, end.
    INT,
    /// Immediate shutdown: end now, recover at the next start.
    QUIT,
    /// The kernel ends it. Nothing that was committed is lost.
    KILL;

    private static final Duration SEND_MAX = Duration.ofSeconds(5);

    /// Java can send only TERM and KILL by itself; every shell has `kill`.
    void send(long pid) throws IOException {
        Command.run(
                List.of("sh", "-c", "kill -s \"$0\" \"$1\"", name(), Long.toString(pid)),
                "",
                SEND_MAX);
    }
}

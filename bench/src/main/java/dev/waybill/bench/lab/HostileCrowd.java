package dev.waybill.bench.lab;

import dev.waybill.bench.wire.Abuse;
import java.time.Duration;

/// Hostile clients, seen from outside.
public record HostileCrowd(Child child) {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    /// Begins to connect this many clients from this many addresses, instead of those before.
    public void attack(Abuse abuse, int count, int addresses) {
        var _ =
                child.ask(
                        "attack %s %d %d".formatted(abuse.code(), count, addresses),
                        "attacking",
                        ANSWER_MAX);
    }

    /// Connections that are open now, as far as the clients know.
    public int open() {
        return state(0);
    }

    /// Connections that were made since the attack began.
    public int opened() {
        return state(1);
    }

    private int state(int which) {
        return Integer.parseInt(child.ask("state", "state", ANSWER_MAX).split(" ", -1)[which]);
    }

    /// Closes all of them.
    public void stop() {
        var _ = child.ask("stop", "stopped", ANSWER_MAX);
    }
}

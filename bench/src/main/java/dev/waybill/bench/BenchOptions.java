package dev.waybill.bench;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of all scenarios.
public final class BenchOptions {

    /// A longer run fills the disk and shows nothing new.
    static final int SECONDS_MAX = 300;

    static final int ROUNDS_MAX = 50;
    static final int DELIVERIES_MAX = 100_000_000;
    static final int CONNECTIONS_MAX = 10_000;
    static final int LETTERS_MAX = 5_000_000;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "measured seconds; with rounds, of each slice (${DEFAULT-VALUE})")
    int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "number of ratios or starts for the median (${DEFAULT-VALUE})")
    int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "before the measurement; the JVM compiles the service (${DEFAULT-VALUE})")
    int warmUpSeconds;

    @Option(
            names = "--deliveries",
            paramLabel = "N",
            defaultValue = "5000000",
            description = "settled deliveries in history and pages (${DEFAULT-VALUE})")
    int deliveries;

    @Option(
            names = "--letters",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "open dead letters with ten attempts each in the day that history drops"
                            + " (${DEFAULT-VALUE})")
    int letters;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "384",
            description = "connections that throughput publishes over (${DEFAULT-VALUE})")
    int connections;

    @Option(names = "--json", paramLabel = "FILE", description = "also write the figures to it")
    @Nullable Path json;

    Duration slice() {
        return Duration.ofSeconds(within("--seconds", seconds, 1, SECONDS_MAX));
    }

    int rounds() {
        return within("--rounds", rounds, 1, ROUNDS_MAX);
    }

    Duration warmUp() {
        return Duration.ofSeconds(within("--warm-up", warmUpSeconds, 0, SECONDS_MAX));
    }

    int deliveries() {
        return within("--deliveries", deliveries, 10_000, DELIVERIES_MAX);
    }

    private int connections() {
        return within("--connections", connections, 1, CONNECTIONS_MAX);
    }

    int letters() {
        return within("--letters", letters, 0, LETTERS_MAX);
    }

    /// Throws with a message if a value is out of range.
    void check() {
        var _ = slice();
        var _ = rounds();
        var _ = warmUp();
        var _ = deliveries();
        var _ = letters();
        var _ = connections();
    }

    private static int within(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "%s must be between %d and %d: %d".formatted(name, min, max, value));
        }
        return value;
    }
}

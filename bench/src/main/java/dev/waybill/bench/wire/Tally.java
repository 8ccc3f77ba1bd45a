package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// The results of the events of one run. Confined to the thread of the loader.
final class Tally {

    private final int eventsPerRequest;
    private long accepted;
    private long refused;
    private String complaint = "";
    private long[] nanos = new long[1_024];
    private int answers;

    Tally(int eventsPerRequest) {
        this.eventsPerRequest = eventsPerRequest;
    }

    void answered(Framing answer, long tookNanos) {
        if (answers == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * answers);
        }
        nanos[answers++] = tookNanos;
        if (answer.status() / 100 == 2) {
            accepted += eventsPerRequest;
        } else {
            var body = new String(answer.prefix(), 0, answer.prefixLength(), UTF_8);
            refused(answer.status() + " " + body);
        }
    }

    /// Keeps the first message: the others are usually the same.
    void refused(String why) {
        refused += eventsPerRequest;
        if (complaint.isEmpty()) {
            complaint = why.replaceAll("\\s+", " ");
        }
    }

    /// The 99th percentile of the time until an answer, in nanoseconds; 0 if there was none.
    long p99() {
        var sorted = Arrays.copyOf(nanos, answers);
        Arrays.sort(sorted);
        return answers == 0 ? 0 : sorted[(int) (answers * 0.99)];
    }

    /// The line that the loader prints.
    String words() {
        return "%d %d %s".formatted(accepted, refused, complaint);
    }
}

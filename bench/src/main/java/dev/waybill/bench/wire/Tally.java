package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The results of the events of one run. Confined to the thread of the loader.
final class Tally {

    private final int eventsPerRequest;
    private long accepted;
    private long refused;
    private String complaint = "";

    Tally(int eventsPerRequest) {
        this.eventsPerRequest = eventsPerRequest;
    }

    void answered(Framing answer) {
        if (answer.status() / 100 == 2) {
            accepted += eventsPerRequest;
        } else {
            var body = new String(answer.prefix(), 0, answer.prefixLength(), UTF_8);
            refused(answer.status() + " " + body);
        }
    }

    /// Keeps the first message: the others mostly say the same.
    void refused(String why) {
        refused += eventsPerRequest;
        if (complaint.isEmpty()) {
            complaint = why.replaceAll("\\s+", " ");
        }
    }

    /// The line that the loader prints.
    String words() {
        return "%d %d %s".formatted(accepted, refused, complaint);
    }
}

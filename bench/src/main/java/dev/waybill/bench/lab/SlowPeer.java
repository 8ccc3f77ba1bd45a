package dev.waybill.bench.lab;

import java.time.Duration;

/// A receiver that takes its time, seen from outside.
///
/// @param root where it listens
public record SlowPeer(Child child, String root) {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    static SlowPeer of(Child child) {
        return new SlowPeer(
                child, "http://127.0.0.1:" + child.await("port", ANSWER_MAX) + "/slow/");
    }

    /// One of as many addresses as anybody wants.
    public String url(int number) {
        return root + number;
    }

    /// Requests that have come and are not answered yet.
    public int open() {
        return Integer.parseInt(child.ask("open", "open", ANSWER_MAX));
    }
}

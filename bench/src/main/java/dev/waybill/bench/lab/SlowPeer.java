package dev.waybill.bench.lab;

import java.time.Duration;

/// A slow receiver, seen from outside.
///
/// @param root its URL
public record SlowPeer(Child child, String root) {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

    static SlowPeer of(Child child) {
        return new SlowPeer(
                child, "http://127.0.0.1:" + child.await("port", ANSWER_MAX) + "/slow/");
    }

    /// One of any number of URLs.
    public String url(int number) {
        return root + number;
    }

    /// Requests that have not been answered yet.
    public int open() {
        return Integer.parseInt(child.ask("open", "open", ANSWER_MAX));
    }
}

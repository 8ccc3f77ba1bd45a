package dev.waybill.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that moves only when a test moves it.
public final class ManualClock implements InstantSource {

    /// The time at which every test begins by default.
    public static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private volatile Instant now = NOON;

    @Override
    public Instant instant() {
        return now;
    }

    /// Confined to the test's own thread.
    public void advance(Duration by) {
        now = now.plus(by);
    }

    public void set(Instant time) {
        now = time;
    }
}

package dev.waybill.engine.stats;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Counts in memory what is plentiful, deliveries made and accepted and attempts, until
/// [StatKeeper] writes it down. A process that is killed forgets its last seconds of it: these
/// numbers are for people to look at, and nothing is decided by them. Deliveries that end otherwise
/// are noted by the database itself.
public final class Tally {

    /// The finest grain that is kept.
    static final Duration GRAIN = Duration.ofMinutes(5);

    /// Endpoints with types that are told apart within one span. Each is a row to be written, again
    /// and again while the span lasts.
    static final int APART_MAX = 10_000;

    private final InstantSource clock;
    private final int apartMax;
    private final ConcurrentHashMap<Key, Counts> counts = new ConcurrentHashMap<>();

    /// What is told apart in the span that was counted in last.
    private volatile Span span = new Span(-1);

    public Tally(InstantSource clock) {
        this(clock, APART_MAX);
    }

    /// With a bound that a test can reach.
    Tally(InstantSource clock, int apartMax) {
        this.clock = clock;
        this.apartMax = apartMax;
    }

    private static final class Span {
        private final long grain;
        private final Set<Subject> apart = ConcurrentHashMap.newKeySet();

        Span(long grain) {
            this.grain = grain;
        }
    }

    private record Key(long grain, Subject subject) {}

    /// What is to be added to the sums of a time.
    record Entry(Instant from, Subject subject, Counts counts) {}

    public void captured(Subject subject) {
        count(subject, counted -> counted.captured++);
    }

    /// A delivery was accepted.
    ///
    /// @param attempts with this one
    /// @param lag since the event was created; a producer's clock may be ahead of ours
    public void delivered(Subject subject, int attempts, Duration lag) {
        count(subject, counted -> counted.delivered(attempts, Math.max(lag.toMillis(), 0)));
    }

    public void attempted(Subject subject, boolean accepted, Duration duration) {
        count(subject, counted -> counted.attempted(accepted, duration.toMillis()));
    }

    private void count(Subject subject, Consumer<Counts> change) {
        long grain = clock.millis() / GRAIN.toMillis();
        counts.compute(
                new Key(grain, toldApart(grain, subject)),
                (_, known) -> {
                    var counted = known == null ? new Counts() : known;
                    change.accept(counted);
                    return counted;
                });
    }

    /// The subject to count under: beyond the bound first types and then endpoints are not told
    /// apart, so that what is held and written stays bounded and no sum misses anything.
    private Subject toldApart(long grain, Subject subject) {
        var current = span;
        if (current.grain != grain) {
            current = new Span(grain);
            span = current;
        }
        if (isRoomFor(subject, current.apart, apartMax)) {
            return subject;
        }
        var ofAnyType = subject.ofAnyType();
        return isRoomFor(ofAnyType, current.apart, 2 * apartMax) ? ofAnyType : subject.ofApp();
    }

    /// Threads that come at once may exceed the bound by their number.
    private static boolean isRoomFor(Subject subject, Set<Subject> apart, int max) {
        return apart.contains(subject) || (apart.size() < max && apart.add(subject));
    }

    /// All there is, which is then no longer here.
    List<Entry> take() {
        var taken = new ArrayList<Entry>();
        for (var key : counts.keySet()) {
            var counted = counts.remove(key);
            if (counted != null) {
                var from = Instant.ofEpochMilli(key.grain * GRAIN.toMillis());
                taken.add(new Entry(from, key.subject, counted));
            }
        }
        return taken;
    }

    /// It could not be written. What is held stays bounded while nothing can be: what is older than
    /// the current span is kept for each app only.
    void putBack(List<Entry> entries) {
        for (var entry : entries) {
            long grain = entry.from().toEpochMilli() / GRAIN.toMillis();
            var subject = grain == span.grain ? entry.subject() : entry.subject().ofApp();
            counts.merge(
                    new Key(grain, subject),
                    entry.counts(),
                    (newer, older) -> {
                        older.add(newer);
                        return older;
                    });
        }
    }
}

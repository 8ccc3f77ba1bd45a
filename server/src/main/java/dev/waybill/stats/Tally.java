package dev.waybill.stats;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Counts in memory what is plentiful, deliveries made and accepted and attempts, until
/// [StatKeeper] writes it down. A process that is killed forgets its last seconds of it: these
/// numbers are for people to look at, and nothing is decided by them. Deliveries that end otherwise
/// are noted by the database itself.
public final class Tally {

    /// The finest grain that is kept.
    static final Duration GRAIN = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final ConcurrentHashMap<Key, Counts> counts = new ConcurrentHashMap<>();

    public Tally(InstantSource clock) {
        this.clock = clock;
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
    public void delivered(Subject subject, int attempts, Duration latency) {
        count(subject, counted -> counted.delivered(attempts, Math.max(latency.toMillis(), 0)));
    }

    public void attempted(Subject subject, boolean accepted, Duration duration) {
        count(subject, counted -> counted.attempted(accepted, duration.toMillis()));
    }

    private void count(Subject subject, Consumer<Counts> change) {
        long grain = clock.millis() / GRAIN.toMillis();
        counts.compute(
                new Key(grain, subject),
                (_, known) -> {
                    var counted = known == null ? new Counts() : known;
                    change.accept(counted);
                    return counted;
                });
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

    /// It could not be written.
    void putBack(List<Entry> entries) {
        for (var entry : entries) {
            long grain = entry.from().toEpochMilli() / GRAIN.toMillis();
            counts.merge(
                    new Key(grain, entry.subject()),
                    entry.counts(),
                    (newer, older) -> {
                        older.add(newer);
                        return older;
                    });
        }
    }
}

package dev.waybill.engine.stats;

import dev.waybill.domain.delivery.Outcome;
import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.infra.metrics.MetricRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Counts the frequent events in memory (deliveries created and accepted, attempts) until
/// [StatKeeper] writes them. A process that is killed loses the last seconds of its counts: they
/// are for display, and nothing is decided by them. The database itself counts deliveries that end
/// otherwise.
public final class Tally implements Measured {

    /// The finest span that is stored.
    static final Duration GRAIN = Duration.ofMinutes(5);

    /// Pairs of endpoint and type that are counted separately within one span. Each is a row that
    /// is written repeatedly while the span lasts.
    static final int APART_MAX = 10_000;

    private final InstantSource clock;
    private final int apartMax;
    private final DeliveryMetrics metrics;
    private final ConcurrentHashMap<Key, Counts> counts = new ConcurrentHashMap<>();

    /// The subjects of the latest span.
    private volatile Span span = new Span(-1);

    public Tally(InstantSource clock) {
        this(clock, MetricLimits.DEFAULT);
    }

    public Tally(InstantSource clock, MetricLimits limits) {
        this(clock, APART_MAX, limits);
    }

    /// With a limit that a test can reach.
    Tally(InstantSource clock, int apartMax, MetricLimits limits) {
        this.clock = clock;
        this.apartMax = apartMax;
        this.metrics = new DeliveryMetrics(limits);
    }

    @Override
    public void measureIn(MetricRegistry registry) {
        metrics.measureIn(registry);
    }

    private static final class Span {
        private final long grain;
        private final Set<Subject> apart = ConcurrentHashMap.newKeySet();

        Span(long grain) {
            this.grain = grain;
        }
    }

    private record Key(long grain, Subject subject) {}

    /// Counts to be added to the sums of a span.
    record Entry(Instant from, Subject subject, Counts counts) {}

    /// A delivery was created by an event.
    public void captured(Subject subject) {
        metrics.created(subject);
        count(subject, counted -> counted.captured++);
    }

    /// A delivery was created by a resend or a replay.
    public void redelivered(Subject subject) {
        metrics.redelivered(subject);
        count(subject, counted -> counted.captured++);
    }

    /// A delivery was accepted.
    ///
    /// @param attempts including this one
    /// @param lag the time since the event was created; a producer's clock may be ahead of ours
    public void delivered(Subject subject, int attempts, Duration lag) {
        metrics.delivered(subject, attempts, lag);
        count(subject, counted -> counted.delivered(attempts, Math.max(lag.toMillis(), 0)));
    }

    public void attempted(Subject subject, Outcome outcome, Duration duration) {
        metrics.attempted(subject, outcome instanceof Outcome.Accepted, duration);
        count(subject, counted -> counted.attempted(outcome, duration.toMillis()));
    }

    private void count(Subject subject, Consumer<Counts> change) {
        long grain = clock.millis() / GRAIN.toMillis();
        counts.compute(
                new Key(grain, countedAs(grain, subject)),
                (_, known) -> {
                    var counted = known == null ? new Counts() : known;
                    change.accept(counted);
                    return counted;
                });
    }

    /// The subject to count under. Above the limit, first types and then endpoints are not counted
    /// separately, so that memory and rows stay limited and the sums stay complete.
    private Subject countedAs(long grain, Subject subject) {
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

    /// Concurrent threads may exceed the limit by their number.
    private static boolean isRoomFor(Subject subject, Set<Subject> apart, int max) {
        return apart.contains(subject) || (apart.size() < max && apart.add(subject));
    }

    /// Removes and returns all counts.
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

    /// Returns counts that could not be written. To limit memory while nothing can be written,
    /// counts before the current span are kept by app only.
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

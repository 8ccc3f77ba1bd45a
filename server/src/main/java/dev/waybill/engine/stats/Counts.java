package dev.waybill.engine.stats;

import dev.waybill.domain.Histogram;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import java.util.EnumMap;
import java.util.Map;

/// What came of some deliveries. Confined to one thread at a time.
public final class Counts {

    /// Deliveries made.
    long captured;

    long delivered;
    final Map<Reason, Long> ended = new EnumMap<>(Reason.class);

    /// Attempts that were accepted, and that were not.
    long succeeded;

    long failed;

    /// From the event's creation to acceptance, of a resend from its making.
    final Histogram latency = new Histogram();

    /// What single attempts took.
    final Histogram response = new Histogram();

    /// How many deliveries were accepted at the first attempt, the second and so on; the last place
    /// is for all further ones.
    final long[] tries = new long[TRIES_MAX];

    public static final int TRIES_MAX = 12;

    void add(Counts other) {
        captured += other.captured;
        delivered += other.delivered;
        other.ended.forEach(this::ended);
        succeeded += other.succeeded;
        failed += other.failed;
        latency.add(other.latency);
        response.add(other.response);
        for (int i = 0; i < tries.length; i++) {
            tries[i] += other.tries[i];
        }
    }

    void delivered(int attempts, long latencyMillis) {
        delivered++;
        latency.add(latencyMillis);
        tries[Math.min(attempts, TRIES_MAX) - 1]++;
    }

    void ended(Reason reason, long count) {
        ended.merge(reason, count, Long::sum);
    }

    void attempted(boolean accepted, long millis) {
        if (accepted) {
            succeeded++;
        } else {
            failed++;
        }
        response.add(millis);
    }

    public long captured() {
        return captured;
    }

    public long delivered() {
        return delivered;
    }

    public long ended(Reason reason) {
        return ended.getOrDefault(reason, 0L);
    }

    /// How many ended like this.
    public long in(DeliveryState state) {
        if (state == DeliveryState.DELIVERED) {
            return delivered;
        }
        return ended.entrySet().stream()
                .filter(end -> end.getKey().state() == state)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// How many ended as dead letters.
    public long dead() {
        return in(DeliveryState.FAILED) + ended(Reason.DEADLINE);
    }

    public long succeededAttempts() {
        return succeeded;
    }

    public long failedAttempts() {
        return failed;
    }

    public Histogram latency() {
        return latency;
    }

    public Histogram response() {
        return response;
    }

    public long[] tries() {
        return tries.clone();
    }
}

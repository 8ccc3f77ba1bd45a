package dev.waybill.engine.stats;

import dev.waybill.domain.Histogram;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Reason;
import java.util.EnumMap;
import java.util.Map;

/// The counted results of deliveries. Confined to one thread at a time.
public final class Counts {

    /// Deliveries created.
    long captured;

    long delivered;
    final Map<Reason, Long> ended = new EnumMap<>(Reason.class);

    /// Attempts that were accepted, and those that were not.
    long succeeded;

    long failed;

    /// Those of the failed attempts that were answered with 4xx.
    long clientErrors;

    /// The time from the creation of the event, or of the resend, to acceptance.
    final Histogram latency = new Histogram();

    /// The durations of single attempts.
    final Histogram response = new Histogram();

    /// The number of deliveries that were accepted at the first attempt, the second and so on; the
    /// last element counts all further ones.
    final long[] tries = new long[TRIES_MAX];

    public static final int TRIES_MAX = 12;

    void add(Counts other) {
        captured += other.captured;
        delivered += other.delivered;
        other.ended.forEach(this::ended);
        succeeded += other.succeeded;
        failed += other.failed;
        clientErrors += other.clientErrors;
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

    void attempted(Outcome outcome, long millis) {
        if (outcome instanceof Outcome.Accepted) {
            succeeded++;
        } else {
            failed++;
        }
        if (outcome instanceof Outcome.Refused(int status, _) && status / 100 == 4) {
            clientErrors++;
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

    /// The number of deliveries that ended in this state.
    public long in(DeliveryState state) {
        if (state == DeliveryState.DELIVERED) {
            return delivered;
        }
        return ended.entrySet().stream()
                .filter(end -> end.getKey().state() == state)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// The number of deliveries that ended as dead letters.
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

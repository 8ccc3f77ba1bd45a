package dev.waybill.engine.dispatch;

import dev.waybill.engine.dispatch.DueStore.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Finds the endpoints with due deliveries. Every pass looks at the deliveries that fell due since
/// the last one; that is quick, and misses rows that became visible late. A round over all pending
/// deliveries misses nothing, and correctness depends on it alone: one runs at the start and then
/// every few seconds. Confined to the thread of the claimer, except for [#startOver].
final class DueScan {

    /// The next pass looks at this time again: a delivery is due from the start of its statement,
    /// and visible from its commit.
    static final Duration OVERLAP = Duration.ofSeconds(2);

    /// Deliveries looked at in one pass for those that fell due: ten milliseconds, and more than a
    /// process could send. If there are more, a round follows.
    static final int FALLEN_PER_PASS_MAX = 50_000;

    /// Endpoints that a round looks at in one pass.
    static final int ENDPOINTS_PER_PASS_MAX = 1_000;

    static final Duration ROUND_PERIOD_MIN = Duration.ofSeconds(10);

    static final Duration ROUND_PERIOD_MAX = Duration.ofSeconds(60);

    /// A round is followed by a pause of this many times its duration: half a percent of a core.
    private static final int REST = 200;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// The rest of a partition in this round.
    private record Step(String partition, boolean urgent, UUID after) {}

    private final DueEndpoints known;
    private final LongSupplier nanoClock;
    private final DueStore store = new DueStore();
    private final ArrayDeque<Step> steps = new ArrayDeque<>();
    private @Nullable Instant seenUntil;
    private boolean inRound;
    private volatile boolean roundWanted;
    private long roundStartedNanos;
    private long roundDueNanos;

    DueScan(DueEndpoints known, LongSupplier nanoClock) {
        this.known = known;
        this.nanoClock = nanoClock;
        this.roundDueNanos = nanoClock.getAsLong();
    }

    /// Looks at the deliveries that fell due, and at the next part of a round if one is due.
    void pass(Connection connection, Instant now) throws SQLException {
        lookAtFallen(connection, now);
        if (roundWanted) {
            roundWanted = false;
            steps.clear();
            beginRound(connection);
        } else if (!inRound && nanoClock.getAsLong() - roundDueNanos >= 0) {
            beginRound(connection);
        }
        if (inRound) {
            goOn(connection, now);
        }
    }

    /// The next pass begins a round: the database may hold other deliveries than before, with due
    /// times that passes have already left behind. May be called on any thread.
    void startOver() {
        roundWanted = true;
    }

    /// Whether a round has begun and has not ended.
    boolean inRound() {
        return inRound;
    }

    private void lookAtFallen(Connection connection, Instant now) throws SQLException {
        // The clock of the database may be set back.
        var last = seenUntil == null || seenUntil.isAfter(now) ? now : seenUntil;
        if (seenUntil != null) {
            int looked = 0;
            for (var fallen :
                    store.fellDue(connection, last.minus(OVERLAP), now, FALLEN_PER_PASS_MAX)) {
                looked += fallen.deliveries();
                known.waits(fallen.endpointId());
                known.isDue(fallen.endpointId());
                if (fallen.urgent()) {
                    known.isUrgent(fallen.endpointId());
                }
            }
            if (looked >= FALLEN_PER_PASS_MAX) {
                roundDueNanos = nanoClock.getAsLong();
            }
        }
        seenUntil = now;
    }

    private void beginRound(Connection connection) throws SQLException {
        for (var partition : DeliveryPartitions.names(connection)) {
            steps.add(new Step(partition, false, BEFORE_ALL));
        }
        roundStartedNanos = nanoClock.getAsLong();
        inRound = true;
    }

    private void goOn(Connection connection, Instant now) throws SQLException {
        int left = ENDPOINTS_PER_PASS_MAX;
        while (left > 0 && !steps.isEmpty()) {
            var step = steps.getFirst();
            var found = waiting(connection, step, now, left);
            steps.removeFirst();
            for (var waiting : found) {
                note(waiting, step.urgent);
            }
            if (!step.urgent && step.after.equals(BEFORE_ALL) && !found.isEmpty()) {
                steps.addFirst(new Step(step.partition, true, BEFORE_ALL));
            }
            if (found.size() == left) {
                var last = found.getLast().endpointId();
                steps.addFirst(new Step(step.partition, step.urgent, last));
            }
            left -= found.size();
        }
        if (steps.isEmpty()) {
            endRound();
        }
    }

    private List<Waiting> waiting(Connection connection, Step step, Instant now, int limit)
            throws SQLException {
        try {
            return store.waiting(connection, step.partition, step.urgent, step.after, now, limit);
        } catch (SQLException e) {
            if (DeliveryPartitions.dropped(e)) {
                // The open deliveries of a dropped partition have moved to another one. The next
                // round finds them there.
                return List.of();
            }
            throw e;
        }
    }

    private void note(Waiting waiting, boolean urgent) {
        if (urgent) {
            if (waiting.due()) {
                known.isUrgent(waiting.endpointId());
            }
            return;
        }
        known.waits(waiting.endpointId());
        if (waiting.due()) {
            known.isDue(waiting.endpointId());
        }
    }

    private void endRound() {
        known.roundEnded();
        long now = nanoClock.getAsLong();
        long rest =
                Math.clamp(
                        (now - roundStartedNanos) * REST,
                        ROUND_PERIOD_MIN.toNanos(),
                        ROUND_PERIOD_MAX.toNanos());
        roundDueNanos = now + rest;
        inRound = false;
    }
}

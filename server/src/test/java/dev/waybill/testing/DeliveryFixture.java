package dev.waybill.testing;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery about to be inserted: by default pending, due now, never attempted.
public final class DeliveryFixture {

    private final TestDatabase db;
    private final ManualClock clock;
    private final Fixtures fixtures;
    private UUID endpointId;
    private int attempts;
    private @Nullable Instant dueAt;
    private @Nullable Instant expiresAt;
    private @Nullable UUID lease;
    private @Nullable String lane;
    private @Nullable Long laneSequence;
    private @Nullable String reason;
    private @Nullable String cause;
    private @Nullable UUID replayOf;

    DeliveryFixture(TestDatabase db, ManualClock clock, Fixtures fixtures) {
        this.db = db;
        this.clock = clock;
        this.fixtures = fixtures;
        this.endpointId = fixtures.ids().next();
        this.dueAt = clock.instant();
    }

    public DeliveryFixture to(Endpoint endpoint) {
        endpointId = endpoint.id();
        return this;
    }

    public DeliveryFixture due(Instant at) {
        dueAt = at;
        return this;
    }

    /// Waiting in its lane, unless it is set to be due or in flight.
    public DeliveryFixture inLane(String name, long place) {
        lane = name;
        laneSequence = place;
        dueAt = null;
        return this;
    }

    public DeliveryFixture inFlight(UUID under) {
        lease = under;
        dueAt = null;
        return this;
    }

    public DeliveryFixture attempted(int times) {
        attempts = times;
        return this;
    }

    /// It has ended for this reason of the state `failed`.
    public DeliveryFixture failed(String because) {
        reason = because;
        dueAt = null;
        return this;
    }

    /// The result of its last attempt.
    public DeliveryFixture cause(String word) {
        cause = word;
        return this;
    }

    public DeliveryFixture repeating(UUID delivery) {
        replayOf = delivery;
        return this;
    }

    public DeliveryFixture expires(Instant at) {
        expiresAt = at;
        return this;
    }

    public UUID insert() {
        var event = fixtures.event(expiresAt);
        var id = fixtures.ids().next();
        db.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, first_attempt_at, next_attempt_at, give_up_at,
                    expires_at, lease, lane, lane_sequence, reason, cause, replay_of, replayed,
                    updated_at)
                VALUES (
                    ?, ?, 'live', ?, ?, ?, ?, ?, 0, false, 'live', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                    ?)
                """,
                id,
                Apps.DEFAULT,
                event.id(),
                event.type(),
                endpointId,
                state(),
                attempts,
                attempts == 0 ? null : clock.instant().minusSeconds(60),
                dueAt,
                clock.instant().plus(Duration.ofHours(72)),
                expiresAt,
                lease,
                lane,
                laneSequence,
                reason,
                cause,
                replayOf,
                replayOf != null,
                clock.instant());
        return id;
    }

    private String state() {
        if (reason != null) {
            return "failed";
        }
        return lease == null ? "pending" : "in_flight";
    }
}

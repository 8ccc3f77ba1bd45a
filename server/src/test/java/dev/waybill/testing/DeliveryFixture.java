package dev.waybill.testing;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A delivery about to be inserted: pending, due now, never attempted, unless told otherwise.
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

    /// Waiting for its turn, unless it is told to be due or in flight.
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
                    expires_at, lease, lane, lane_sequence, updated_at)
                VALUES (?, ?, 'live', ?, ?, ?, ?, ?, 0, false, 'live', ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                id,
                Apps.DEFAULT,
                event.id(),
                event.type(),
                endpointId,
                lease == null ? "pending" : "in_flight",
                attempts,
                attempts == 0 ? null : clock.instant().minusSeconds(60),
                dueAt,
                clock.instant().plus(Duration.ofHours(72)),
                expiresAt,
                lease,
                lane,
                laneSequence,
                clock.instant());
        return id;
    }
}

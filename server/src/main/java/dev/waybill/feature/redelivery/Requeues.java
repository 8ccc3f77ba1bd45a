package dev.waybill.feature.redelivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.feature.redelivery.RequeueStore.Locked;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.node.JsonNodeFactory;

/// Gives a pending delivery another due time, for receivers that are not ready for it yet.
public final class Requeues {

    /// The least time between the new due time and the deadline, so that the requested attempt is
    /// made.
    static final Duration ROOM_MIN = Duration.ofMinutes(1);

    private final Database database;
    private final Audit audit;
    private final InstantSource clock;
    private final RequeueStore store = new RequeueStore();

    public Requeues(Database database, Audit audit, InstantSource clock) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    /// The result of a requeue.
    public sealed interface Result {

        record Moved() implements Result {}

        record InFlight() implements Result {}

        /// It has ended. Use a resend instead.
        record Ended() implements Result {}

        /// The event expires before then.
        record Stale(Instant expiresAt) implements Result {}

        /// It is not the head of its ordered lane.
        record BehindOthers() implements Result {}

        /// Its ordered lane is held after a dead letter.
        record LaneHeld() implements Result {}

        record NoSuchDelivery() implements Result {}
    }

    /// Moves it. The head of an ordered lane holds its lane until then.
    public Result requeue(Actor actor, UUID id, Scope scope, Duration delay) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return database.interactive()
                .inTransaction(tx ->
                        store.lock(tx, id, scope)
                                .map(locked -> requeue(tx, actor, id, scope, locked, now, delay))
                                .orElseGet(Result.NoSuchDelivery::new));
    }

    private Result requeue(
            Handle tx,
            Actor actor,
            UUID id,
            Scope scope,
            Locked locked,
            Instant now,
            Duration delay) {
        var dueAt = now.plus(delay);
        return switch (locked.state()) {
            case IN_FLIGHT -> new Result.InFlight();
            case DELIVERED, FAILED, EXPIRED, CANCELLED -> new Result.Ended();
            case PENDING -> {
                if (locked.expiresAt() != null && !locked.expiresAt().isAfter(dueAt)) {
                    yield new Result.Stale(locked.expiresAt());
                }
                if (locked.behindOthers()) {
                    yield new Result.BehindOthers();
                }
                if (locked.held()) {
                    yield new Result.LaneHeld();
                }
                store.move(tx, id, dueAt, dueAt.plus(ROOM_MIN), now);
                var object = IdKind.DELIVERY.format(id);
                var detail = JsonNodeFactory.instance.objectNode();
                detail.put("next_attempt_at", Timestamps.format(dueAt));
                audit.record(
                        tx,
                        actor,
                        AuditEntry.with("delivery.requeued", object, locked.appId(), scope.mode())
                                .to(detail));
                yield new Result.Moved();
            }
        };
    }
}

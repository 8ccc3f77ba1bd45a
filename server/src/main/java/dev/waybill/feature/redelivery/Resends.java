package dev.waybill.feature.redelivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.engine.capture.IdempotencyStore;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// Resends one delivery: creates a new one that is linked to the old one. The old one is not
/// changed.
public final class Resends {

    private final Database database;
    private final Redeliver redeliver;
    private final Audit audit;
    private final InstantSource clock;
    private final OriginStore origins = new OriginStore();
    private final SendWindow window = new SendWindow();
    private final IdempotencyStore idempotency = new IdempotencyStore();

    public Resends(Database database, Redeliver redeliver, Audit audit, InstantSource clock) {
        this.database = database;
        this.redeliver = redeliver;
        this.audit = audit;
        this.clock = clock;
    }

    /// The result of a resend.
    public sealed interface Result {

        /// A new delivery was created.
        record Resent(UUID deliveryId) implements Result {}

        /// The same request created this delivery before.
        record Repeated(UUID deliveryId) implements Result {}

        /// The Idempotency-Key was used for another request.
        record Clash() implements Result {}

        record NoSuchDelivery() implements Result {}

        /// The delivery is still open.
        record StillOpen(DeliveryState state) implements Result {}

        /// The endpoint or the event does not allow it.
        record Refused(Redelivery why) implements Result {}

        /// The limit of resends to the endpoint is reached, until this time has passed.
        record TooMany(Duration roomIn) implements Result {}
    }

    /// Resends a delivery now or later.
    ///
    /// @param delay null for at once
    public Result resend(
            Actor actor,
            UUID id,
            Scope scope,
            @Nullable Duration delay,
            @Nullable IdempotencyKey key)
            throws SQLException {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return database.interactive()
                .inTransaction(tx -> {
                    var origin = origins.find(tx, id, scope, delay == null ? now : now.plus(delay));
                    var result =
                            origin.isEmpty()
                                    ? new Result.NoSuchDelivery()
                                    : resend(tx, actor, origin.get(), key, now);
                    if (!(result instanceof Result.Resent)) {
                        // A key of a refused request is not stored and can be used again.
                        tx.rollback();
                    }
                    return result;
                });
    }

    private Result resend(
            Handle tx,
            Actor actor,
            OriginStore.Origin origin,
            @Nullable IdempotencyKey key,
            Instant now)
            throws SQLException {
        var request = origin.again();
        if (key != null) {
            var known = idempotency.find(tx, request.appId(), request.mode(), key);
            if (known.isPresent()) {
                return new Result.Repeated(known.get());
            }
        }
        if (!origin.state().isTerminal()) {
            return new Result.StillOpen(origin.state());
        }
        var wait = window.take(tx, request.endpointId(), SendWindow.Kind.RESEND, now);
        if (wait.isPresent()) {
            return new Result.TooMany(wait.get());
        }
        var redelivery = redeliver.make(tx.getConnection(), List.of(request)).getFirst();
        if (!(redelivery instanceof Redelivery.Made made)) {
            return new Result.Refused(redelivery);
        }
        if (key != null
                && !idempotency.insert(tx, request.appId(), request.mode(), key, made.id(), now)) {
            return idempotency
                    .find(tx, request.appId(), request.mode(), key)
                    .<Result>map(Result.Repeated::new)
                    .orElseGet(Result.Clash::new);
        }
        audit.record(tx, actor, auditEntry(made));
        return new Result.Resent(made.id());
    }

    private static AuditEntry auditEntry(Redelivery.Made made) {
        var request = made.request();
        var detail = JsonNodeFactory.instance.objectNode();
        detail.put("delivery_id", IdKind.DELIVERY.format(made.id()));
        detail.put("not_before", Timestamps.format(request.notBefore()));
        var old = Objects.requireNonNull(request.replayOf(), "a resend repeats something");
        return AuditEntry.with(
                        "delivery.resent",
                        IdKind.DELIVERY.format(old),
                        request.appId(),
                        request.mode())
                .to(detail);
    }
}

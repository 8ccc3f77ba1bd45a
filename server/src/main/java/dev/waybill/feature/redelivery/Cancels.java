package dev.waybill.feature.redelivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.infra.db.Chunks;
import dev.waybill.infra.db.Database;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Cancels pending deliveries. The state is checked under the row lock. A cancelled delivery has no
/// lease, so no attempt follows.
public final class Cancels {

    /// Limit of one request. Larger sets take several requests.
    public static final int CANCELLED_PER_REQUEST_MAX = 100_000;

    /// Limit of one transaction, which locks the rows for a fraction of a second.
    static final int CANCELLED_PER_TRANSACTION_MAX = 2_000;

    private final Database database;
    private final Audit audit;
    private final InstantSource clock;
    private final Consumer<OrderedLane> onFreed;
    private final CancelStore store = new CancelStore();

    /// Is called with ordered lanes that can continue, so that their heads are claimed before the
    /// next sweep.
    public Cancels(
            Database database, Audit audit, InstantSource clock, Consumer<OrderedLane> onFreed) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
        this.onFreed = onFreed;
    }

    /// The result of cancelling one delivery.
    public sealed interface Result {

        record Cancelled() implements Result {}

        /// It is under way, or has ended already.
        record TooLate(DeliveryState state) implements Result {}

        record NoSuchDelivery() implements Result {}
    }

    public Result cancel(Actor actor, UUID id, Scope scope) {
        var freed = new ArrayList<OrderedLane>();
        var result =
                database.interactive()
                        .inTransaction(tx -> {
                            var open =
                                    store.state(tx, id, scope).isPresent()
                                            ? store.lockOpen(tx, List.of(id))
                                            : List.<CancelStore.Open>of();
                            if (open.isEmpty()
                                    || open.getFirst().state() != DeliveryState.PENDING) {
                                return store.state(tx, id, scope)
                                        .<Result>map(Result.TooLate::new)
                                        .orElseGet(Result.NoSuchDelivery::new);
                            }
                            freed.addAll(cancel(tx, open));
                            var object = IdKind.DELIVERY.format(id);
                            var app = open.getFirst().appId();
                            audit.record(
                                    tx,
                                    actor,
                                    AuditEntry.with(
                                            "delivery.cancelled", object, app, scope.mode()));
                            return new Result.Cancelled();
                        });
        freed.forEach(onFreed);
        return result;
    }

    /// The result of cancelling all open deliveries of an event: all of them, or none.
    ///
    /// @param inFlight how many are in flight; if there are any, none is cancelled
    public record OfEvent(int cancelled, int inFlight) {}

    public OfEvent cancel(Actor actor, Event event) {
        var freed = new ArrayList<OrderedLane>();
        var result =
                database.interactive()
                        .inTransaction(tx -> {
                            var open = store.lockOpen(tx, store.openOf(tx, event.id()));
                            int inFlight =
                                    Math.toIntExact(
                                            open.stream().filter(Cancels::isUnderWay).count());
                            if (inFlight > 0 || open.isEmpty()) {
                                return new OfEvent(0, inFlight);
                            }
                            freed.addAll(cancel(tx, open));
                            var detail = JsonNodeFactory.instance.objectNode();
                            audit.record(
                                    tx,
                                    actor,
                                    AuditEntry.with(
                                                    "event.cancelled",
                                                    event.publicId(),
                                                    event.appId(),
                                                    event.mode())
                                            .to(detail.put("count", open.size())));
                            return new OfEvent(open.size(), 0);
                        });
        freed.forEach(onFreed);
        return result;
    }

    /// The result of cancelling by a filter.
    ///
    /// @param mayHaveMore whether the limit of one request was reached
    public record Many(int cancelled, boolean mayHaveMore) {}

    /// Cancels the pending deliveries that match, in several transactions. Those that committed
    /// stay committed if a later one fails. Deliveries that are claimed meanwhile are not
    /// cancelled.
    ///
    /// @param criteria the filter as the caller wrote it, for the audit log
    public Many cancel(Actor actor, Scope scope, WaitingFilter filter, ObjectNode criteria) {
        return cancel(actor, scope, filter, criteria, null);
    }

    /// Counts the deliveries that would be cancelled now, by endpoint.
    public CancelPlan plan(Scope scope, WaitingFilter filter) {
        int max = CANCELLED_PER_REQUEST_MAX;
        var waiting =
                database.interactive()
                        .withHandle(handle -> store.count(handle, scope, filter, max));
        long total = waiting.values().stream().mapToLong(Long::longValue).sum();
        return new CancelPlan(waiting, total >= max);
    }

    /// The same, with a reason for the audit log.
    public Many cancel(
            Actor actor,
            Scope scope,
            WaitingFilter filter,
            ObjectNode criteria,
            @Nullable String why) {
        var ids =
                database.interactive()
                        .withHandle(handle ->
                                store.waiting(handle, scope, filter, CANCELLED_PER_REQUEST_MAX));
        var object =
                filter.endpointId() == null ? "*" : IdKind.ENDPOINT.format(filter.endpointId());
        int cancelled = 0;
        for (var some : Chunks.of(ids, CANCELLED_PER_TRANSACTION_MAX)) {
            cancelled += cancelSome(actor, some, scope, object, criteria, why);
        }
        return new Many(cancelled, ids.size() == CANCELLED_PER_REQUEST_MAX);
    }

    private int cancelSome(
            Actor actor,
            List<UUID> ids,
            Scope scope,
            String object,
            ObjectNode criteria,
            @Nullable String why) {
        var freed = new ArrayList<OrderedLane>();
        int cancelled =
                database.interactive()
                        .inTransaction(tx -> {
                            var waiting =
                                    store.lockOpen(tx, ids).stream()
                                            .filter(open -> !isUnderWay(open))
                                            .toList();
                            if (waiting.isEmpty()) {
                                return 0;
                            }
                            freed.addAll(cancel(tx, waiting));
                            var detail = JsonNodeFactory.instance.objectNode();
                            detail.set("filter", criteria);
                            detail.put("count", waiting.size());
                            audit.record(
                                    tx,
                                    actor,
                                    AuditEntry.with(
                                                    "delivery.cancelled",
                                                    object,
                                                    scope.appId(),
                                                    scope.mode())
                                            .to(detail)
                                            .because(why));
                            return waiting.size();
                        });
        freed.forEach(onFreed);
        return cancelled;
    }

    /// Returns the lanes that can continue.
    private List<OrderedLane> cancel(Handle tx, List<CancelStore.Open> waiting) {
        int cancelled =
                store.cancel(
                        tx, waiting.stream().map(CancelStore.Open::id).toList(), clock.instant());
        if (cancelled != waiting.size()) {
            throw new AssertionError("deliveries changed under their lock: " + waiting);
        }
        return waiting.stream()
                .<@Nullable OrderedLane>map(CancelStore.Open::lane)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static boolean isUnderWay(CancelStore.Open open) {
        return open.state() == DeliveryState.IN_FLIGHT;
    }
}

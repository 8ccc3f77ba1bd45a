package dev.waybill.feature.endpoints;

import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.infra.db.Database;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Lists and releases the lanes that are held after a dead letter.
public final class LaneHolds {

    /// Deliveries counted in one lane.
    public static final int COUNTED_MAX = 1_000;

    /// Names the lane of a strict endpoint where a key is expected.
    public static final String ALL_KEYS = "*";

    private static final JsonMapper JSON = new JsonMapper();

    private final Database database;
    private final AuditTrail<Endpoint> trail;
    private final Consumer<OrderedLane> onReleased;
    private final LaneHoldStore store = new LaneHoldStore();

    /// `onReleased` is called with each released lane, so that its head is claimed before the next
    /// sweep.
    public LaneHolds(
            Database database, AuditTrail<Endpoint> trail, Consumer<OrderedLane> onReleased) {
        this.database = database;
        this.trail = trail;
        this.onReleased = onReleased;
    }

    /// Holds by dead letters older than the one with this id, newest first.
    public List<HeldLane> page(UUID endpointId, UUID before, int limit) {
        return database.interactive()
                .withHandle(handle -> store.page(handle, endpointId, before, limit, COUNTED_MAX));
    }

    /// False if no such lane is held.
    public boolean release(Endpoint endpoint, String key, Actor actor) {
        if (!PlainText.isLine(key)) {
            return false;
        }
        // An endpoint that was strict before may have a lane of each kind.
        var names = key.equals(ALL_KEYS) ? List.of(OrderedLane.STRICT, key) : List.of(key);
        var released =
                database.interactive()
                        .inTransaction(tx -> {
                            var lanes = store.release(tx, endpoint.id(), names);
                            if (!lanes.isEmpty()) {
                                trail.did(tx, actor, "lane_released", endpoint, detail(key));
                            }
                            return lanes;
                        });
        released.forEach(name -> onReleased.accept(new OrderedLane(endpoint.id(), name)));
        return !released.isEmpty();
    }

    private static ObjectNode detail(String key) {
        return JSON.createObjectNode().put("key", key);
    }
}

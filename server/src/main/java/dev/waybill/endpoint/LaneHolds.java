package dev.waybill.endpoint;

import dev.waybill.db.Database;
import dev.waybill.domain.OrderedLane;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/// Shows the lanes that stopped after a dead letter, and lets them go on.
public final class LaneHolds {

    /// Deliveries counted in one lane.
    public static final int COUNTED_MAX = 1_000;

    /// What stands for the lane of a strict endpoint where a key is asked for.
    public static final String ALL_KEYS = "*";

    private final Database database;
    private final Consumer<OrderedLane> onReleased;
    private final LaneHoldStore store = new LaneHoldStore();

    /// Holds of which `onReleased` hears when they end, so that nobody need wait for the sweep.
    public LaneHolds(Database database, Consumer<OrderedLane> onReleased) {
        this.database = database;
        this.onReleased = onReleased;
    }

    /// Those stopped by a dead letter before the one with this id, newest first.
    public List<HeldLane> page(UUID endpointId, UUID before, int limit) {
        return database.desk()
                .withHandle(handle -> store.page(handle, endpointId, before, limit, COUNTED_MAX));
    }

    /// False if no such lane is held.
    public boolean release(UUID endpointId, String key) {
        // An endpoint that was strict before may have a lane of each kind.
        var names = key.equals(ALL_KEYS) ? List.of(OrderedLane.STRICT, key) : List.of(key);
        var released =
                database.desk().withHandle(handle -> store.release(handle, endpointId, names));
        released.forEach(name -> onReleased.accept(new OrderedLane(endpointId, name)));
        return !released.isEmpty();
    }
}

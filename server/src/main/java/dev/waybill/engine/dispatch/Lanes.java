package dev.waybill.engine.dispatch;

import dev.waybill.engine.routing.RoutingTable;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// The lanes of all endpoints, each created when it is first needed.
final class Lanes {

    /// The app of endpoints that the routing table does not contain.
    private static final UUID NO_APP = new UUID(0, 0);

    private final RoutingTable routes;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final ConcurrentHashMap<UUID, AppShare> apps = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<UUID, Lane> lanes = new ConcurrentHashMap<>();

    Lanes(RoutingTable routes, InstantSource clock, LongSupplier nanoClock) {
        this.routes = routes;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    Lane of(UUID endpointId) {
        var lane = lanes.get(endpointId);
        return lane != null ? lane : lanes.computeIfAbsent(endpointId, this::create);
    }

    private Lane create(UUID endpointId) {
        var endpoint = routes.current().endpoint(endpointId);
        var appId = endpoint == null ? NO_APP : endpoint.appId();
        var app = apps.computeIfAbsent(appId, AppShare::new);
        return new Lane(endpointId, app, clock, nanoClock);
    }

    Collection<Lane> all() {
        return lanes.values();
    }

    /// Removes the idle lanes of deleted endpoints, and apps without lanes. Returns the number of
    /// lanes removed.
    int removeDeleted() {
        var table = routes.current();
        int before = lanes.size();
        lanes.values().removeIf(lane -> table.endpoint(lane.endpointId()) == null && lane.retire());
        var inUse = new HashSet<AppShare>();
        lanes.values().forEach(lane -> inUse.add(lane.app()));
        apps.values().removeIf(app -> !inUse.contains(app) && app.places().get() == 0);
        return before - lanes.size();
    }
}

package dev.waybill.engine.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Endpoints whose lanes have free places while the database holds more deliveries for them.
final class RefillRequests {

    private final Set<UUID> endpoints = ConcurrentHashMap.newKeySet();
    private volatile Runnable listener = () -> {};

    void onRequest(Runnable newListener) {
        listener = newListener;
    }

    void add(UUID endpointId) {
        endpoints.add(endpointId);
        listener.run();
    }

    /// Removes and returns up to `most` endpoints.
    List<UUID> take(int most) {
        var taken = new ArrayList<UUID>();
        endpoints.removeIf(endpointId -> taken.size() < most && taken.add(endpointId));
        return taken;
    }
}

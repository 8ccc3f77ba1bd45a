package dev.waybill.engine.dispatch;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The permits, places and bytes that the lanes of one app hold together, and its lanes that wait
/// for a permit.
final class AppShare {

    private final UUID appId;
    private final AtomicInteger places = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /// Guarded by [Permits], like the queues.
    private int permits;

    /// In order of arrival, each with its arrival number.
    private final Map<Standing, SequencedMap<Lane, Long>> waiting = new EnumMap<>(Standing.class);

    AppShare(UUID appId) {
        this.appId = appId;
    }

    UUID appId() {
        return appId;
    }

    AtomicInteger places() {
        return places;
    }

    AtomicLong bytes() {
        return bytes;
    }

    int permits() {
        return permits;
    }

    void addPermits(int more) {
        permits += more;
    }

    SequencedMap<Lane, Long> waiting(Standing as) {
        return waiting.computeIfAbsent(as, _ -> new LinkedHashMap<>());
    }
}

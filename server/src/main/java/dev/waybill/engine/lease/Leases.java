package dev.waybill.engine.lease;

import dev.waybill.infra.metrics.Measured;
import dev.waybill.infra.metrics.MetricRegistry;
import dev.waybill.infra.metrics.StationMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The leases that this process holds: a token for each batch of deliveries that it captured or
/// claimed, with the number of deliveries still open. A lease row is deleted only after everything
/// under it is committed. So a crash at any time leaves either the row or nothing to rescue.
public final class Leases implements Measured {

    private record Held(ProcessLife life, AtomicInteger open) {}

    private final ConcurrentHashMap<UUID, Held> held = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<UUID> finished = new ConcurrentLinkedQueue<>();
    private volatile ProcessLife life;

    public Leases(ProcessLife life) {
        this.life = life;
    }

    @Override
    public void measureIn(MetricRegistry metrics) {
        metrics.add(StationMetrics.LEASES, this::count);
        metrics.add(StationMetrics.HEARTBEAT_AGE, () -> life.sinceBeat().toNanos() / 1e9);
    }

    public ProcessLife life() {
        return life;
    }

    /// Begins a new life. Leases of the old one are void: another process rescues their deliveries.
    public void beginLife(ProcessLife next) {
        life = next;
    }

    /// To be called before the row is written, so that a check of the leases never takes it for
    /// lost.
    public void hold(UUID token, ProcessLife under, int deliveries) {
        held.put(token, new Held(under, new AtomicInteger(deliveries)));
    }

    /// The row was not written, or its state is unknown: [#holds] is false from now on.
    public void forget(UUID token) {
        held.remove(token);
    }

    public boolean holds(UUID token) {
        return held.containsKey(token);
    }

    /// Whether work of this length, started now, would end while the lease is valid.
    public boolean covers(UUID token, Duration work) {
        var lease = held.get(token);
        return lease != null && lease.life == life && lease.life.covers(work);
    }

    /// A delivery under the lease has been settled, or was found to belong to another lease.
    public void settled(UUID token) {
        var lease = held.get(token);
        if (lease != null && lease.open.decrementAndGet() == 0) {
            held.remove(token);
            finished.add(token);
        }
    }

    /// Tokens whose rows may be deleted now. Each is returned once.
    public List<UUID> takeFinished(int most) {
        var tokens = new ArrayList<UUID>();
        while (tokens.size() < most) {
            var token = finished.poll();
            if (token == null) {
                break;
            }
            tokens.add(token);
        }
        return tokens;
    }

    public int count() {
        return held.size();
    }
}

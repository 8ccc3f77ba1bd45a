package dev.waybill.web.access;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.RateLimit;
import dev.waybill.web.http.Problem;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Limits the rates of each key, in this process: published events, and requests that change
/// something. Reading is not limited. Without a limit it costs nothing, with one a look-up in
/// memory.
public final class KeyRates {

    private final Meter publishing;
    private final Meter acting;

    /// The limits; null for none.
    ///
    /// @param nanos a monotonic clock
    public KeyRates(
            @Nullable RateLimit publishing, @Nullable RateLimit acting, LongSupplier nanos) {
        this.publishing = new Meter(publishing, nanos);
        this.acting = new Meter(acting, nanos);
    }

    /// Lets one request pass, or refuses it.
    void admit(Right right, String actor) {
        switch (right) {
            case PUBLISH -> publishing.admit(actor, "Too many events with this key.");
            case CHANGE, OPERATE, SUPERVISE, ADMINISTER, ADMINISTER_SHARED ->
                    acting.admit(actor, "Too many requests with this key.");
            case READ, MONITOR, AUDIT -> {}
        }
    }

    /// Counts further events of a request that was admitted.
    public void addEvents(String actor, int count) {
        publishing.add(actor, count);
    }

    private record Meter(
            @Nullable RateLimit limit, LongSupplier nanos, Map<String, AtomicLong> paidUntil) {

        Meter(@Nullable RateLimit limit, LongSupplier nanos) {
            this(limit, nanos, new ConcurrentHashMap<>());
        }

        void admit(String actor, String detail) {
            if (limit == null) {
                return;
            }
            long now = nanos.getAsLong();
            var mark = mark(actor, now);
            while (true) {
                long before = mark.get();
                var wait = limit.waitAt(now, before);
                if (wait.isPositive()) {
                    throw Problem.rateLimited(detail, wait);
                }
                if (mark.compareAndSet(before, limit.paidUntil(now, before, 1))) {
                    return;
                }
            }
        }

        void add(String actor, int count) {
            if (limit == null || count <= 0) {
                return;
            }
            long now = nanos.getAsLong();
            mark(actor, now).updateAndGet(before -> limit.paidUntil(now, before, count));
        }

        private AtomicLong mark(String actor, long now) {
            var known = paidUntil.get(actor);
            return known != null
                    ? known
                    : paidUntil.computeIfAbsent(actor, _ -> new AtomicLong(now));
        }
    }
}

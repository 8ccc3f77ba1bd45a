package dev.waybill.engine.deliver.egress;

import static java.util.Objects.requireNonNull;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.engine.deliver.egress.LookUp.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Decides which look-up gets a thread next. A look-up blocks a platform thread in native code and
/// cannot be interrupted, so names that do not resolve must not occupy all threads: renewals come
/// first and have threads of their own, and neither an app nor a domain gets many.
///
/// Guarded by `this`; look-ups run outside the lock.
final class LookUpQueue implements AutoCloseable {

    /// The limits.
    ///
    /// @param threads in all: up to three quarters for renewals, up to half for the others
    /// @param again of the others, those for names that did not resolve the last time
    /// @param perApp of the others, those of one app
    /// @param perSite of the others, those of one registered domain; four times as many renewals
    /// @param waiting of each kind; more are refused
    record Sizes(int threads, int again, int perApp, int perSite, int waiting) {

        /// A busy service sends to thousands of names.
        static final Sizes ATTEMPTS = new Sizes(128, 16, 8, 4, 1_000);

        /// URLs that users enter: few at a time.
        static final Sizes CHECKS = new Sizes(32, 8, 2, 2, 100);
    }

    /// Small: a thread that waits for a name server has a shallow stack.
    private static final long STACK_BYTES = 256 << 10;

    /// The share of an app or a site.
    private record Share(boolean renewals, Object of) {}

    private final Sizes sizes;
    private final LongSupplier nanoClock;
    private final Consumer<LookUp> work;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("dns-", 0).stackSize(STACK_BYTES).factory());
    private final Map<Kind, Set<LookUp>> waiting = new EnumMap<>(Kind.class);
    private final Map<Kind, Set<LookUp>> running = new EnumMap<>(Kind.class);
    private final Map<Share, Integer> shares = new HashMap<>();
    private boolean closed;

    LookUpQueue(Sizes sizes, LongSupplier nanoClock, Consumer<LookUp> work) {
        this.sizes = sizes;
        this.nanoClock = nanoClock;
        this.work = work;
        for (var kind : Kind.values()) {
            waiting.put(kind, new LinkedHashSet<>());
            running.put(kind, new HashSet<>());
        }
    }

    /// Returns false if too many wait already.
    synchronized boolean submit(LookUp lookUp) {
        var others = of(waiting, lookUp.kind());
        if (closed || others.size() >= sizes.waiting) {
            return false;
        }
        others.add(lookUp);
        startWhatMay();
        return true;
    }

    /// No thread waits for it any more. Returns false if it was already started.
    synchronized boolean forget(LookUp lookUp) {
        return of(waiting, lookUp.kind()).remove(lookUp);
    }

    /// How many renewals have been running for longer than this.
    synchronized int renewalsOverdue(Duration time) {
        long now = nanoClock.getAsLong();
        return (int)
                of(running, Kind.RENEWAL).stream()
                        .filter(lookUp -> lookUp.running(now) > time.toNanos())
                        .count();
    }

    synchronized int waiting() {
        return waiting.values().stream().mapToInt(Set::size).sum();
    }

    private void startWhatMay() {
        for (var next = next(); next != null; next = next()) {
            var started = next;
            of(waiting, next.kind()).remove(next);
            of(running, next.kind()).add(next);
            sharesOf(next).forEach(share -> shares.merge(share, 1, Integer::sum));
            next.start(nanoClock.getAsLong());
            try {
                threads.execute(() -> run(started));
            } catch (RuntimeException | Error e) {
                // No thread can be started; end the waiting.
                next.failed(LocalFault.SOCKETS);
                next.end();
                giveBack(next);
            }
        }
    }

    private void run(LookUp lookUp) {
        try {
            work.accept(lookUp);
        } finally {
            lookUp.end();
            ended(lookUp);
        }
    }

    private synchronized void ended(LookUp lookUp) {
        giveBack(lookUp);
        if (!closed) {
            startWhatMay();
        }
    }

    private void giveBack(LookUp lookUp) {
        of(running, lookUp.kind()).remove(lookUp);
        for (var share : sharesOf(lookUp)) {
            shares.computeIfPresent(share, (_, taken) -> taken == 1 ? null : taken - 1);
        }
    }

    private @Nullable LookUp next() {
        for (var kind : Kind.values()) {
            for (var lookUp : of(waiting, kind)) {
                if (mayRun(lookUp)) {
                    return lookUp;
                }
            }
        }
        return null;
    }

    private boolean mayRun(LookUp lookUp) {
        int renewals = of(running, Kind.RENEWAL).size();
        int again = of(running, Kind.AGAIN).size();
        int others = of(running, Kind.FIRST).size() + again;
        if (renewals + others >= sizes.threads) {
            return false;
        }
        return switch (lookUp.kind()) {
            case RENEWAL ->
                    renewals < sizes.threads * 3 / 4
                            && taken(new Share(true, lookUp.site())) < 4 * sizes.perSite;
            case FIRST -> others < sizes.threads / 2 && hasShare(lookUp);
            case AGAIN -> others < sizes.threads / 2 && again < sizes.again && hasShare(lookUp);
        };
    }

    private boolean hasShare(LookUp lookUp) {
        return taken(new Share(false, lookUp.site())) < sizes.perSite
                && taken(new Share(false, lookUp.appId())) < sizes.perApp;
    }

    private int taken(Share share) {
        return shares.getOrDefault(share, 0);
    }

    private static List<Share> sharesOf(LookUp lookUp) {
        return lookUp.kind() == Kind.RENEWAL
                ? List.of(new Share(true, lookUp.site()))
                : List.of(new Share(false, lookUp.site()), new Share(false, lookUp.appId()));
    }

    private static Set<LookUp> of(Map<Kind, Set<LookUp>> all, Kind kind) {
        return requireNonNull(all.get(kind));
    }

    @Override
    public synchronized void close() {
        closed = true;
        threads.shutdownNow();
    }
}

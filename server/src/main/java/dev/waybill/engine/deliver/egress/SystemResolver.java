package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.LocalFault;
import dev.waybill.engine.deliver.egress.LookUp.Kind;
import dev.waybill.engine.deliver.egress.LookUpQueue.Sizes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The system's resolver, limited in number and time. All callers that ask for a host wait for the
/// same look-up. A good answer is used while it is renewed, and a failure is remembered for a
/// while. The [EgressGuard] checks every address when it is used, however old it is.
///
/// Guarded by `this`, except for waiting and the look-ups themselves.
public final class SystemResolver implements Resolver {

    static {
        // The JVM's cache of names (30 s) would defeat the short times here.
        Security.setProperty("networkaddress.cache.ttl", "0");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
    }

    /// Longer than a working name server needs, and shorter than an attempt may take: an attempt
    /// that waits for a name occupies resources of other attempts.
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /// How long a caller with an old answer waits for a new one.
    static final Duration GLIMPSE = Duration.ofMillis(250);

    /// A look-up that had less time than this before its caller gave up was delayed by this
    /// process.
    static final Duration FAIR_CHANCE = Duration.ofSeconds(2);

    /// This many failures in a row of names that used to resolve, without a success, are a local
    /// fault.
    static final int FAILURES_IN_A_ROW_MAX = 5;

    private static final int NAMES_MAX = 20_000;

    /// The resolver of the system.
    @FunctionalInterface
    interface NameService {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    private final NameService names;
    private final LongSupplier nanoClock;
    private final LookUpQueue queue;
    private int failuresInARow;

    private final Map<String, KnownName> known =
            new LinkedHashMap<>(64, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, KnownName> eldest) {
                    return size() > NAMES_MAX;
                }
            };

    /// For attempts.
    public SystemResolver() {
        this(Sizes.ATTEMPTS, InetAddress::getAllByName, System::nanoTime);
    }

    /// For URLs that users enter, separate from attempts: neither can delay the other.
    public static SystemResolver forChecks() {
        return new SystemResolver(Sizes.CHECKS, InetAddress::getAllByName, System::nanoTime);
    }

    SystemResolver(Sizes sizes, NameService names, LongSupplier nanoClock) {
        this.names = names;
        this.nanoClock = nanoClock;
        this.queue = new LookUpQueue(sizes, nanoClock, this::lookUp);
    }

    @Override
    public List<InetAddress> resolve(String host, UUID appId, Duration timeLimit)
            throws UnknownHostException {
        try {
            return List.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException notALiteral) {
            return find(host, appId, timeLimit);
        }
    }

    private List<InetAddress> find(String host, UUID appId, Duration timeLimit)
            throws UnknownHostException {
        LookUp pending;
        List<InetAddress> old;
        synchronized (this) {
            long now = nanoClock.getAsLong();
            var name = known.computeIfAbsent(host, _ -> new KnownName());
            old = name.usable(now);
            if (old != null && (name.isFresh(now) || name.failedLately(now))) {
                return old;
            }
            if (name.failedLately(now)) {
                throw failure(host);
            }
            pending = name.isPending() ? name.pending : ask(host, appId, name, now);
            if (pending != null) {
                pending.join();
            } else if (old != null) {
                return old;
            } else {
                throw new NotLookedUp(host, LocalFault.QUEUE);
            }
        }
        try {
            return await(pending, old, timeLimit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotLookedUp(host, LocalFault.QUEUE);
        } finally {
            left(pending);
        }
    }

    /// A new look-up; null if there is no room for it.
    private @Nullable LookUp ask(String host, UUID appId, KnownName name, long now) {
        var kind = name.lastFailed() ? Kind.AGAIN : name.everFound() ? Kind.RENEWAL : Kind.FIRST;
        var lookUp = new LookUp(host, appId, kind, now);
        // Even if it is started at once, it cannot end before we release the lock.
        name.pending = queue.submit(lookUp) ? lookUp : null;
        return name.pending;
    }

    private List<InetAddress> await(
            LookUp lookUp, @Nullable List<InetAddress> old, Duration timeLimit)
            throws UnknownHostException, InterruptedException {
        long now = nanoClock.getAsLong();
        long patience =
                old == null
                        ? Math.min(timeLimit.toNanos(), PATIENCE.toNanos() - lookUp.running(now))
                        : GLIMPSE.toNanos() - lookUp.sinceAsked(now);
        boolean ended = lookUp.await(patience);
        var found = lookUp.found();
        if (found != null) {
            return found;
        }
        if (old != null) {
            return old;
        }
        if (lookUp.fault() != null) {
            throw new NotLookedUp(lookUp.host(), lookUp.fault());
        }
        long fairNanos = Math.min(FAIR_CHANCE.toNanos(), timeLimit.toNanos() / 2);
        if (!ended && lookUp.running(nanoClock.getAsLong()) < fairNanos) {
            throw new NotLookedUp(lookUp.host(), LocalFault.QUEUE);
        }
        throw failure(lookUp.host());
    }

    /// A look-up without a waiting thread is dropped, unless it is a renewal.
    private synchronized void left(LookUp lookUp) {
        boolean unwanted = lookUp.leave() && lookUp.kind() != Kind.RENEWAL;
        if (unwanted && queue.forget(lookUp)) {
            var name = known.get(lookUp.host());
            if (name != null) {
                name.pending = null;
            }
        }
    }

    private UnknownHostException failure(String host) {
        boolean nobodyIsFound;
        synchronized (this) {
            nobodyIsFound =
                    failuresInARow + queue.renewalsOverdue(PATIENCE) >= FAILURES_IN_A_ROW_MAX;
        }
        return nobodyIsFound
                ? new NotLookedUp(host, LocalFault.NAMES)
                : new UnknownHostException(host);
    }

    /// Runs on a thread of the queue.
    private void lookUp(LookUp lookUp) {
        List<InetAddress> found = null;
        try {
            found = List.of(names.addresses(lookUp.host()));
        } catch (UnknownHostException e) {
            if (Sockets.scarce()) {
                lookUp.failed(LocalFault.SOCKETS);
            }
        } finally {
            ended(lookUp, found);
        }
    }

    private synchronized void ended(LookUp lookUp, @Nullable List<InetAddress> found) {
        long now = nanoClock.getAsLong();
        var name = known.computeIfAbsent(lookUp.host(), _ -> new KnownName());
        name.pending = null;
        if (found != null) {
            lookUp.found(found);
            name.found(found, now);
            failuresInARow = 0;
        } else if (lookUp.fault() == null) {
            name.failed(now);
            failuresInARow += lookUp.kind() == Kind.RENEWAL ? 1 : 0;
        }
    }

    /// The number of look-ups that wait for a thread.
    int waiting() {
        return queue.waiting();
    }

    @Override
    public void close() {
        queue.close();
    }
}

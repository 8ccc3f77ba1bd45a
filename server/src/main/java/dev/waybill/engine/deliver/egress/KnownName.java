package dev.waybill.engine.deliver.egress;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of one host name. Times are the monotonic clock's. Guarded by its resolver.
final class KnownName {

    /// Short: a name may move, and whoever moves it should not have to wait for us.
    static final Duration FRESH_FOR = Duration.ofSeconds(5);

    /// Beyond that an answer is better than none, for as long as a connection may live anyway
    /// (`Connection.AGE_MAX`).
    static final Duration STALE_FOR = Duration.ofMinutes(5);

    /// A name that did not resolve is not asked for again at once: its name server may be dead, and
    /// each look-up then holds a thread for many seconds.
    static final Duration FAILED_FOR = Duration.ofSeconds(30);

    private List<InetAddress> addresses = List.of();
    private long foundNanos;
    private boolean found;
    private long failedNanos;
    private boolean failed;

    /// Under way or waiting; null if there is none.
    @Nullable LookUp pending;

    /// One that could not be started has ended without telling its name.
    boolean isPending() {
        return pending != null && !pending.hasEnded();
    }

    void found(List<InetAddress> answer, long nowNanos) {
        addresses = answer;
        foundNanos = nowNanos;
        found = true;
        failed = false;
    }

    void failed(long nowNanos) {
        failed = true;
        failedNanos = nowNanos;
    }

    /// Whether it has ever resolved.
    boolean everFound() {
        return found;
    }

    boolean lastFailed() {
        return failed;
    }

    boolean failedLately(long nowNanos) {
        return failed && nowNanos - failedNanos < FAILED_FOR.toNanos();
    }

    boolean isFresh(long nowNanos) {
        return found && nowNanos - foundNanos < FRESH_FOR.toNanos();
    }

    /// The last answer, unless it is too old to be used at all.
    @Nullable List<InetAddress> usable(long nowNanos) {
        return found && nowNanos - foundNanos < STALE_FOR.toNanos() ? addresses : null;
    }
}

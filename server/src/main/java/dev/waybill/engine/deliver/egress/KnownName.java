package dev.waybill.engine.deliver.egress;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The known state of one host name. Times are those of the monotonic clock. Guarded by its
/// resolver.
final class KnownName {

    /// Short: a name may move, and the move should take effect soon.
    static final Duration FRESH_FOR = Duration.ofSeconds(5);

    /// An older answer is still used if there is no newer one, for as long as a connection may live
    /// (`Connection.AGE_MAX`).
    static final Duration STALE_FOR = Duration.ofMinutes(5);

    /// A name that did not resolve is not looked up again at once: its name server may be down, and
    /// each look-up then occupies a thread for many seconds.
    static final Duration FAILED_FOR = Duration.ofSeconds(30);

    private List<InetAddress> addresses = List.of();
    private long foundNanos;
    private boolean found;
    private long failedNanos;
    private boolean failed;

    /// Running or waiting; null if there is none.
    @Nullable LookUp pending;

    /// A look-up that could not be started has ended without a result.
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

    /// Whether the name has ever resolved.
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

    /// The last answer, unless it is too old to be used.
    @Nullable List<InetAddress> usable(long nowNanos) {
        return found && nowNanos - foundNanos < STALE_FOR.toNanos() ? addresses : null;
    }
}

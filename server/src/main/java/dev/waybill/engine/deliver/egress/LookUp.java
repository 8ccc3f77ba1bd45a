package dev.waybill.engine.deliver.egress;

import dev.waybill.domain.delivery.LocalFault;
import java.net.InetAddress;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One query to the name server, and the threads that wait for its answer.
final class LookUp {

    /// The kind of a look-up, which suggests how long it will take.
    enum Kind {
        /// Of a name that resolved before: mostly quick.
        RENEWAL,
        /// Of a name that was not looked up before.
        FIRST,
        /// Of a name that did not resolve the last time.
        AGAIN
    }

    private final String host;
    private final String site;
    private final UUID appId;
    private final Kind kind;
    private final long askedNanos;
    private final CountDownLatch done = new CountDownLatch(1);
    private int waiters;
    private volatile @Nullable List<InetAddress> found;
    private volatile @Nullable LocalFault fault;
    private volatile long startedNanos;
    private volatile boolean started;

    LookUp(String host, UUID appId, Kind kind, long nowNanos) {
        this.host = host;
        this.site = HostName.site(host);
        this.appId = appId;
        this.kind = kind;
        this.askedNanos = nowNanos;
    }

    String host() {
        return host;
    }

    String site() {
        return site;
    }

    UUID appId() {
        return appId;
    }

    Kind kind() {
        return kind;
    }

    long sinceAsked(long nowNanos) {
        return nowNanos - askedNanos;
    }

    /// How long the query has been running; 0 before it is started.
    long running(long nowNanos) {
        return started ? nowNanos - startedNanos : 0;
    }

    void start(long nowNanos) {
        startedNanos = nowNanos;
        started = true;
    }

    /// Ends the look-up, without an answer unless one was given before.
    void end() {
        done.countDown();
    }

    void found(List<InetAddress> addresses) {
        found = addresses;
    }

    /// There is no answer because of a local fault.
    void failed(LocalFault ours) {
        fault = ours;
    }

    @Nullable List<InetAddress> found() {
        return found;
    }

    @Nullable LocalFault fault() {
        return fault;
    }

    boolean hasEnded() {
        return done.getCount() == 0;
    }

    /// Returns false if it has not ended within this time.
    boolean await(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /// Guarded by the resolver, as is [#leave].
    void join() {
        waiters++;
    }

    /// Returns whether no thread waits any more.
    boolean leave() {
        return --waiters == 0;
    }
}

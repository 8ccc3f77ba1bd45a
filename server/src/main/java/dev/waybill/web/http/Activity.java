package dev.waybill.web.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// The current activity of a connection and its beginning, from which time limits and the order of
/// eviction follow. Any thread may read it; only the connection changes it.
final class Activity {

    private static final AtomicLong COUNT = new AtomicLong();

    private final long number = COUNT.incrementAndGet();
    private volatile Standing standing = Standing.NEW;
    private volatile long sinceNanos = System.nanoTime();

    /// The cost of losing the connection.
    private enum Standing {
        /// The last answer is sent, and no request can follow.
        ENDED,
        /// No complete head has arrived yet.
        NEW,
        /// The last request had no key.
        ANONYMOUS,
        /// The last request had one.
        IDENTIFIED
    }

    /// Connections that were opened later have higher numbers.
    long number() {
        return number;
    }

    /// A head has arrived.
    void asked() {
        if (standing == Standing.NEW) {
            standing = Standing.ANONYMOUS;
        }
        moved();
    }

    /// The sender of the last request is known.
    void askedBy(Trust trust) {
        standing = trust == Trust.IDENTIFIED ? Standing.IDENTIFIED : Standing.ANONYMOUS;
    }

    void ended() {
        standing = Standing.ENDED;
        moved();
    }

    /// Something has begun, ended or made progress.
    void moved() {
        sinceNanos = System.nanoTime();
    }

    boolean hasAsked() {
        return standing != Standing.NEW;
    }

    boolean isIdentified() {
        return standing == Standing.IDENTIFIED;
    }

    boolean hasEnded() {
        return standing == Standing.ENDED;
    }

    long idleNanos(long nowNanos) {
        return nowNanos - sinceNanos;
    }

    boolean isOver(Duration limit, long nowNanos) {
        return idleNanos(nowNanos) > limit.toNanos();
    }

    /// Connections with a lower rank are closed before those with a higher one.
    int rank(Duration firstRequest, long nowNanos) {
        return switch (standing) {
            case ENDED -> 0;
            case NEW -> idleNanos(nowNanos) >= firstRequest.toNanos() ? 0 : 1;
            case ANONYMOUS -> 1;
            case IDENTIFIED -> 2;
        };
    }
}

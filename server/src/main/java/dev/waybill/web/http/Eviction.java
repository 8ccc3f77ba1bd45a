package dev.waybill.web.http;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// Chooses the connections that are closed to make room for others: those that never sent a request
/// before the others, and the longest idle first. A connection whose request is being answered is
/// never chosen.
final class Eviction {

    /// Finding the longest idle takes a look at all connections, so several are chosen at once.
    private static final int CHOSEN_MAX = 256;

    private static final int CHOSEN_SHARE = 16;

    private static final Comparator<Candidate> FIRST =
            Comparator.comparing(Candidate::silent)
                    .thenComparingLong(Candidate::idleNanos)
                    .reversed();

    private final Collection<Connection> connections;
    private final long firstRequestNanos;

    /// Chooses among all connections.
    ///
    /// @param firstRequest the time after which a connection without a request counts as silent
    Eviction(Collection<Connection> connections, Duration firstRequest) {
        this.connections = connections;
        this.firstRequestNanos = firstRequest.toNanos();
    }

    /// The state of a connection at one moment; it may change while others are compared.
    private record Candidate(Connection connection, boolean silent, long idleNanos) {}

    /// A part of the idle connections that fit.
    ///
    /// @param max how many there may be of them
    List<Connection> choose(Predicate<Connection> fitting, int max) {
        long nowNanos = System.nanoTime();
        return connections.stream()
                .filter(connection -> fitting.test(connection) && !connection.isBusy())
                .map(connection -> candidate(connection, nowNanos))
                .sorted(FIRST)
                .limit(Math.clamp(max / CHOSEN_SHARE, 1, CHOSEN_MAX))
                .map(Candidate::connection)
                .toList();
    }

    private Candidate candidate(Connection connection, long nowNanos) {
        long idleNanos = nowNanos - connection.sinceNanos();
        boolean silent = !connection.hasAsked() && idleNanos >= firstRequestNanos;
        return new Candidate(connection, silent, idleNanos);
    }
}

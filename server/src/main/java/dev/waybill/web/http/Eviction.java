package dev.waybill.web.http;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/// Chooses the connections that are closed to make room for others: first those that never sent a
/// request, then those whose last request had no key, and of them the longest idle. A connection
/// whose request is being answered is not chosen, unless its client does not read the answer.
final class Eviction {

    /// Finding the longest idle connections compares all, so several are chosen at once.
    private static final int CHOSEN_MAX = 256;

    private static final int CHOSEN_SHARE = 16;

    private static final Comparator<Candidate> LAST =
            Comparator.comparingInt(Candidate::rank)
                    .reversed()
                    .thenComparingLong(Candidate::idleNanos);

    /// The oldest first.
    private final Collection<Connection> connections;

    private final Duration firstRequest;

    /// Chooses among all connections.
    ///
    /// @param firstRequest the time after which a connection without a request counts as silent
    Eviction(Collection<Connection> connections, Duration firstRequest) {
        this.connections = connections;
        this.firstRequest = firstRequest;
    }

    /// The state of a connection at one moment; it may change while others are compared.
    private record Candidate(Connection connection, int rank, long idleNanos) {}

    /// A part of the idle connections that fit.
    ///
    /// @param max how many there may be of them
    List<Connection> choose(Predicate<Connection> fitting, int max) {
        int count = Math.clamp(max / CHOSEN_SHARE, 1, CHOSEN_MAX);
        long nowNanos = System.nanoTime();
        // The first is the one that a better choice replaces.
        var chosen = new PriorityQueue<>(count + 1, LAST);
        int useless = 0;
        for (var connection : connections) {
            if (fitting.test(connection) && connection.mayBeEvicted(nowNanos)) {
                var candidate = candidate(connection, nowNanos);
                chosen.add(candidate);
                if (chosen.size() > count) {
                    chosen.remove();
                }
                // None that follows is older. In a flood of silent clients this saves a look at
                // thousands of connections.
                if (candidate.rank == 0 && ++useless == count) {
                    break;
                }
            }
        }
        return chosen.stream().map(Candidate::connection).toList();
    }

    private Candidate candidate(Connection connection, long nowNanos) {
        var activity = connection.activity();
        return new Candidate(
                connection, activity.rank(firstRequest, nowNanos), activity.idleNanos(nowNanos));
    }
}

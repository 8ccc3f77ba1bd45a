package dev.waybill.web.http;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// Chooses the connections that are closed to make room for others: those that never sent a request
/// before those that did, and the longest idle first. A connection whose request is being answered
/// is never chosen.
final class Eviction {

    /// Finding the longest idle takes a look at all connections, so several are chosen at once.
    private static final int CHOSEN_AT_ONCE = 256;

    private static final Comparator<Candidate> LONGEST_IDLE =
            Comparator.comparing(Candidate::hasAsked)
                    .thenComparing(Candidate::idleNanos, Comparator.reverseOrder());

    private Eviction() {}

    /// The state of a connection at one moment; it may change while others are compared.
    private record Candidate(Connection connection, boolean hasAsked, long idleNanos) {

        static Candidate of(Connection connection, long nowNanos) {
            return new Candidate(
                    connection, connection.hasAsked(), nowNanos - connection.sinceNanos());
        }
    }

    /// A part of the connections that fit.
    static List<Connection> choose(
            Collection<Connection> connections, Predicate<Connection> fitting, int max) {
        long nowNanos = System.nanoTime();
        return connections.stream()
                .filter(fitting)
                .filter(connection -> !connection.isBusy())
                .map(connection -> Candidate.of(connection, nowNanos))
                .sorted(LONGEST_IDLE)
                .limit(Math.clamp(max / 16, 1, CHOSEN_AT_ONCE))
                .map(Candidate::connection)
                .toList();
    }
}

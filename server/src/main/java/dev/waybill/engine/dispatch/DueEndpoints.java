package dev.waybill.engine.dispatch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;

/// The endpoints that have deliveries waiting in the database, as far as this process knows. It
/// saves a query for each search for places. An entry may be wrong in both directions: a claim that
/// finds less than it asked for removes it, and the next round of the [DueScan] corrects the rest.
/// Confined to the thread of the claimer.
final class DueEndpoints {

    /// Endpoints in order of arrival, each with the last round that saw it.
    private static final class Seen {

        private final LinkedHashMap<UUID, Long> rounds = new LinkedHashMap<>();

        void add(UUID endpointId, long round) {
            rounds.put(endpointId, round);
        }

        void keepSince(long round) {
            rounds.values().removeIf(seen -> seen < round);
        }

        /// Moves the endpoint behind the others.
        void defer(UUID endpointId) {
            var round = rounds.remove(endpointId);
            if (round != null) {
                rounds.put(endpointId, round);
            }
        }

        List<UUID> list() {
            return List.copyOf(rounds.keySet());
        }
    }

    private final Seen waiting = new Seen();
    private final Seen due = new Seen();
    private final Seen urgent = new Seen();
    private long round;

    /// A delivery of the endpoint waits, due or not.
    void waits(UUID endpointId) {
        waiting.add(endpointId, round);
    }

    void isDue(UUID endpointId) {
        due.add(endpointId, round);
    }

    /// Some due deliveries of the endpoint are urgent.
    void isUrgent(UUID endpointId) {
        urgent.add(endpointId, round);
    }

    /// A round over all deliveries has ended: endpoints that it did not see have none.
    void roundEnded() {
        waiting.keepSince(round);
        due.keepSince(round);
        urgent.keepSince(round);
        round++;
    }

    List<UUID> waiting() {
        return waiting.list();
    }

    List<UUID> due() {
        return due.list();
    }

    List<UUID> urgent() {
        return urgent.list();
    }

    /// A claim took as many deliveries as it asked for; there may be more.
    void served(UUID endpointId) {
        due.defer(endpointId);
    }

    /// A claim found fewer deliveries than it asked for.
    void noneDue(UUID endpointId) {
        due.rounds.remove(endpointId);
        urgent.rounds.remove(endpointId);
    }

    void noneUrgent(UUID endpointId) {
        urgent.rounds.remove(endpointId);
    }

    /// All deliveries that waited for the endpoint were ended.
    void forget(UUID endpointId) {
        waiting.rounds.remove(endpointId);
        noneDue(endpointId);
    }
}

package dev.waybill.engine.dispatch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;

/// What this process knows of endpoints that deliveries wait for in the database, so that looking
/// for places each time asks nobody. An entry may be wrong in both directions: a claim that finds
/// less than it asked for removes it, and the next round of the [DueScan] corrects the rest.
/// Confined to the claimer's thread.
final class DueEndpoints {

    /// Endpoints, each with the last round that saw it; first come first served.
    private static final class Seen {

        private final LinkedHashMap<UUID, Long> rounds = new LinkedHashMap<>();

        void add(UUID endpointId, long round) {
            rounds.put(endpointId, round);
        }

        void keepSince(long round) {
            rounds.values().removeIf(seen -> seen < round);
        }

        /// Its turn was now: it comes after the others.
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

    /// Something of the endpoint's waits, due or not.
    void waits(UUID endpointId) {
        waiting.add(endpointId, round);
    }

    void isDue(UUID endpointId) {
        due.add(endpointId, round);
    }

    /// Some of what is due does not wait for a breaker.
    void isUrgent(UUID endpointId) {
        urgent.add(endpointId, round);
    }

    /// All there is was looked at since the last call: whatever was not seen is not there.
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

    /// A claim took everything it asked for: there may be more.
    void served(UUID endpointId) {
        due.defer(endpointId);
    }

    /// A claim found less than it asked for.
    void noneDue(UUID endpointId) {
        due.rounds.remove(endpointId);
        urgent.rounds.remove(endpointId);
    }

    void noneUrgent(UUID endpointId) {
        urgent.rounds.remove(endpointId);
    }

    /// Everything that waited for it was ended.
    void forget(UUID endpointId) {
        waiting.rounds.remove(endpointId);
        noneDue(endpointId);
    }
}

package dev.waybill.engine.dispatch;

import java.util.List;
import java.util.UUID;

/// The processes alive in the database, as one of them sees it: how many there are, and its rank
/// among them. All see the same, except shortly after one has started or ended.
record Peers(int count, int rank) {

    static final Peers NONE = new Peers(1, 0);

    /// @param alive in the same order for every process
    static Peers of(List<UUID> alive, UUID self) {
        int rank = alive.indexOf(self);
        return rank < 0 ? new Peers(alive.size() + 1, alive.size()) : new Peers(alive.size(), rank);
    }

    /// This process's part of a common limit. The parts add up to the limit, but each is at least
    /// one: otherwise a process could not send the deliveries that it holds.
    int share(int together) {
        int part = together / count + (rank < together % count ? 1 : 0);
        return Math.max(1, part);
    }
}

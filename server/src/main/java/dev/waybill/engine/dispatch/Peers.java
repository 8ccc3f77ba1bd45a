package dev.waybill.engine.dispatch;

import java.util.List;
import java.util.UUID;

/// The processes that are alive by the books, as one of them sees it: how many, and where it stands
/// among them. All see the same, but for the moments after one came or went.
record Peers(int count, int rank) {

    static final Peers NONE = new Peers(1, 0);

    /// @param alive in an order that is the same for all
    static Peers of(List<UUID> alive, UUID self) {
        int rank = alive.indexOf(self);
        return rank < 0 ? new Peers(alive.size() + 1, alive.size()) : new Peers(alive.size(), rank);
    }

    /// This process's part of what all may do together, so that the parts add up to it. At least
    /// one: a process without any could not send what it holds.
    int share(int together) {
        int part = together / count + (rank < together % count ? 1 : 0);
        return Math.max(1, part);
    }
}

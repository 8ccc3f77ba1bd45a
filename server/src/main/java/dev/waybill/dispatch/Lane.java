package dev.waybill.dispatch;

import dev.waybill.domain.Claim;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What this process holds for one endpoint: places promised, deliveries waiting, attempts under
/// way. Guarded by `this`; nothing is called while the lock is held.
final class Lane {

    /// Held in memory for one endpoint at most; the rest waits in the database, where it costs
    /// nothing.
    static final int PLACES = 256;

    /// Enough to keep an endpoint going while memory is short.
    static final int PLACES_WHEN_CROWDED = 8;

    private final UUID endpointId;
    private final Queue<Claim> waiting = new ArrayDeque<>();
    private int reserved;
    private int inFlight;
    private boolean moreInDatabase;

    Lane(UUID endpointId) {
        this.endpointId = endpointId;
    }

    UUID endpointId() {
        return endpointId;
    }

    /// A refusal is remembered: the database now holds deliveries for this endpoint.
    synchronized boolean reserve(int placesMax) {
        if (room(placesMax) <= 0) {
            moreInDatabase = true;
            return false;
        }
        reserved++;
        return true;
    }

    /// Takes as many places as there are, up to `most`.
    synchronized int reserveSome(int most, int placesMax) {
        int places = Math.clamp(room(placesMax), 0, most);
        reserved += places;
        return places;
    }

    synchronized void release(int places) {
        reserved -= places;
    }

    synchronized void accept(Claim claim) {
        reserved--;
        waiting.add(claim);
    }

    /// The next delivery to attempt, counted as in flight; null if there is none or the endpoint
    /// has enough under way.
    synchronized @Nullable Claim start(int inFlightMax) {
        if (inFlight >= inFlightMax) {
            return null;
        }
        var claim = waiting.poll();
        if (claim != null) {
            inFlight++;
        }
        return claim;
    }

    synchronized boolean wantsPermit(int inFlightMax) {
        return !waiting.isEmpty() && inFlight < inFlightMax;
    }

    /// Returns true if the database should be asked for more now: some is known to be there, and
    /// half the lane is free.
    synchronized boolean finish() {
        inFlight--;
        if (moreInDatabase && (room(PLACES) >= PLACES / 2 || inFlight == 0)) {
            moreInDatabase = false;
            return true;
        }
        return false;
    }

    synchronized boolean isIdle() {
        return waiting.isEmpty() && inFlight == 0 && reserved == 0;
    }

    /// Empties the queue, for handing everything back.
    synchronized List<Claim> drain() {
        var all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    synchronized void expectMoreInDatabase() {
        moreInDatabase = true;
    }

    private int room(int placesMax) {
        return placesMax - waiting.size() - inFlight - reserved;
    }
}

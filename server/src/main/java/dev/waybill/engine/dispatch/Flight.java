package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import org.jspecify.annotations.Nullable;

/// A delivery under way. Belongs to the [Tempo] of its lane and is guarded by it.
final class Flight {

    private final Claim claim;
    private final boolean canWait;
    long startedNanos;

    /// The neighbours in the list of attempts whose duration has not been counted yet.
    @Nullable Flight older;

    @Nullable Flight newer;
    boolean counted;

    /// @param canWait whether a short delay before the attempt does no harm
    Flight(Claim claim, boolean canWait) {
        this.claim = claim;
        this.canWait = canWait;
    }

    Claim claim() {
        return claim;
    }

    boolean canWait() {
        return canWait;
    }
}

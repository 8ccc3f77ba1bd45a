package dev.waybill.engine.dispatch;

import dev.waybill.domain.delivery.Claim;
import org.jspecify.annotations.Nullable;

/// A delivery under way. Belongs to the [Tempo] of its lane, and is guarded by that.
final class Flight {

    private final Claim claim;
    private final boolean canWait;
    long startedNanos;

    /// Its neighbours among those whose duration has not been counted yet.
    @Nullable Flight older;

    @Nullable Flight newer;
    boolean counted;

    /// @param canWait whether a short delay before it begins does no harm
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

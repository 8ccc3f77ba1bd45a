package dev.waybill.dispatch;

import dev.waybill.domain.Claim;
import org.jspecify.annotations.Nullable;

/// A delivery under way. Belongs to the [Tempo] of its lane, and is guarded by that.
final class Flight {

    private final Claim claim;
    final long startedNanos;

    /// Its neighbours among those whose duration has not been counted yet.
    @Nullable Flight older;

    @Nullable Flight newer;
    boolean counted;

    Flight(Claim claim, long startedNanos) {
        this.claim = claim;
        this.startedNanos = startedNanos;
    }

    Claim claim() {
        return claim;
    }
}

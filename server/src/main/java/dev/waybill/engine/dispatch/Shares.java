package dev.waybill.engine.dispatch;

/// Decides how much of a shared resource (permits, places, bytes) a lane may use. Parts are
/// reserved: the last fifth for endpoints that answer quickly, half of it also for new ones, and
/// the last twentieth for apps that hold little. If slow or hung endpoints fill the rest, healthy
/// ones still get some at once and do not wait for them.
final class Shares {

    /// A lane with fewer than this holds hardly any.
    static final int FEW = 2;

    /// The number of quick lanes that could take their portion of the rest at the same time. A lane
    /// that suddenly becomes slow keeps no more than this.
    private static final int PORTIONS = 64;

    /// An app that holds less than this part of the whole...
    private static final int SMALL_APP_PERCENT = 10;

    /// ...may use this much more of it.
    private static final int SMALL_APP_EXTRA = 5;

    private Shares() {}

    /// How full the resource may be, including the lane's request.
    static long limit(long max, Standing standing, long heldByApp) {
        boolean small = heldByApp < max * SMALL_APP_PERCENT / 100;
        return max * (standing.percent() + (small ? SMALL_APP_EXTRA : 0)) / 100;
    }

    /// How full the resource may be for any lane: below this there is nothing to decide.
    static long plenty(long max) {
        return max * Standing.SERVED.percent() / 100;
    }

    /// How much a quick lane may hold above that.
    static long portion(long max, long used) {
        return Math.max(FEW, (max - used) / PORTIONS);
    }
}

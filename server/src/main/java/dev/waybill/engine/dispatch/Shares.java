package dev.waybill.engine.dispatch;

/// Decides how much of something that all lanes share (permits, places, bytes) a lane may use. All
/// of it is never everybody's: the last fifth is for endpoints that answer quickly, half of it also
/// for those that are new, and the last twentieth for apps that hold little. So whoever fills the
/// rest, with endpoints that are slow or hang, those that are well find some left at once and need
/// not wait until others are done.
final class Shares {

    /// What a lane always counts as having hardly any with.
    static final int FEW = 2;

    /// How many quick lanes could have their portion of what is left at the same time. A lane that
    /// turns slow in an instant takes no more than this with it.
    private static final int PORTIONS = 64;

    /// An app that holds less than this of everything...
    private static final int SMALL_APP_PERCENT = 10;

    /// ...may use this much more of it.
    private static final int SMALL_APP_EXTRA = 5;

    private Shares() {}

    /// How full it may be, after the lane has taken what it asks for.
    static long limit(long max, Standing standing, long heldByApp) {
        boolean small = heldByApp < max * SMALL_APP_PERCENT / 100;
        return max * (standing.percent() + (small ? SMALL_APP_EXTRA : 0)) / 100;
    }

    /// How full it may be for anybody at all: below this there is nothing to decide.
    static long plenty(long max) {
        return max * Standing.SERVED.percent() / 100;
    }

    /// What a quick lane may hold beyond that.
    static long portion(long max, long used) {
        return Math.max(FEW, (max - used) / PORTIONS);
    }
}

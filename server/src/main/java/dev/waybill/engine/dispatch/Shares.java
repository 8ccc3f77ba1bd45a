package dev.waybill.engine.dispatch;

/// Decides how much of a shared resource (permits, places, bytes) a lane may use. Parts are
/// reserved: the last fifth for endpoints that answer quickly, half of it also for new ones, and
/// the last twentieth for apps that hold little. If slow or hung endpoints fill the rest, healthy
/// ones still get some at once and do not wait for them.
///
/// The components state how full the resource may be, in percent, for a lane of each [Standing].
///
/// @param smallAppExtra the additional part for an app that holds little
public record Shares(int served, int unserved, int untried, int quick, int smallAppExtra) {

    public static final Shares STANDARD = new Shares(75, 80, 90, 95, 5);

    /// A lane with fewer than this holds hardly any.
    static final int FEW = 2;

    /// The number of quick lanes that could take their portion of the rest at the same time. A lane
    /// that suddenly becomes slow keeps no more than this.
    private static final int PORTIONS = 64;

    /// An app that holds less than this part of the whole holds little.
    private static final int SMALL_APP_PERCENT = 10;

    /// How full the resource may be, including the lane's request.
    long limit(long max, Standing standing, long heldByApp) {
        boolean small = heldByApp < max * SMALL_APP_PERCENT / 100;
        return max * (percent(standing) + (small ? smallAppExtra : 0)) / 100;
    }

    private int percent(Standing standing) {
        return switch (standing) {
            case SERVED -> served;
            case UNSERVED -> unserved;
            case NEW -> untried;
            case QUICK -> quick;
        };
    }

    /// How full the resource may be for any lane: below this there is nothing to decide.
    long plenty(long max) {
        return max * served / 100;
    }

    /// How much a quick lane may hold above that.
    static long portion(long max, long used) {
        return Math.max(FEW, (max - used) / PORTIONS);
    }
}

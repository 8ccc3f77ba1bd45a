package dev.waybill.engine.dispatch;

/// Decides how much of something that all lanes share (permits, places, bytes) a lane may use. All
/// of it is never everybody's: the last fifth is for endpoints that answer quickly, half of it also
/// for those that are new, and the last twentieth for apps that hold little. So whoever fills the
/// rest, with endpoints that are slow or hang, those that are well find some left at once and need
/// not wait until others are done.
///
/// The components say up to how full everything may be, in percent, for a lane of each [Standing].
///
/// @param smallAppExtra what an app that holds little may use in addition
public record Shares(int served, int unserved, int untried, int quick, int smallAppExtra) {

    public static final Shares STANDARD = new Shares(75, 80, 90, 95, 5);

    /// A lane with fewer than this holds hardly any.
    static final int FEW = 2;

    /// The number of quick lanes that could take their portion of the rest at the same time. A lane
    /// that suddenly becomes slow keeps no more than this.
    private static final int PORTIONS = 64;

    /// An app that holds less than this of everything holds little.
    private static final int SMALL_APP_PERCENT = 10;

    /// How full it may be, after the lane has taken what it asks for.
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

    /// How full it may be for anybody at all: below this there is nothing to decide.
    long plenty(long max) {
        return max * served / 100;
    }

    /// How much a quick lane may hold above that.
    static long portion(long max, long used) {
        return Math.max(FEW, (max - used) / PORTIONS);
    }
}

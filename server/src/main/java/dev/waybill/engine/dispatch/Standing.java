package dev.waybill.engine.dispatch;

/// The claim of a lane to a scarce resource. The later ones may use more of it.
enum Standing {
    /// The lane has some already.
    SERVED,
    /// The lane has hardly any. Slow endpoints need some, too.
    UNSERVED,
    /// The lane has hardly any, and its speed is not known yet.
    NEW,
    /// The endpoint answers quickly, and the lane has no more than its portion: it will soon be
    /// free again.
    QUICK;

    /// @param held by the lane
    /// @param portion the most that a quick lane may hold
    static Standing of(Tempo.Speed speed, long held, long portion) {
        return switch (speed) {
            case QUICK -> held < portion ? QUICK : SERVED;
            case UNKNOWN -> held < Shares.FEW ? NEW : SERVED;
            case SLOW -> held < Shares.FEW ? UNSERVED : SERVED;
        };
    }
}

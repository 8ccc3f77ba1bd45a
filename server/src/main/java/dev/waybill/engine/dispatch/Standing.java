package dev.waybill.engine.dispatch;

/// The claim of a lane to a scarce resource. The later ones may use more of it.
enum Standing {
    /// It has some already.
    SERVED,
    /// It has hardly any; slow endpoints too must get on.
    UNSERVED,
    /// Likewise, and nobody knows yet how quick it is.
    NEW,
    /// It answers quickly, and has no more than its portion: what it takes is soon free again.
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

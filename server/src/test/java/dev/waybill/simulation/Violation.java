package dev.waybill.simulation;

/// Something that must never be seen.
record Violation(Invariant of, String what) {

    /// Those of ARCHITECTURE.md that a simulation can judge, and a few that they rest on.
    enum Invariant {
        I1_NOTHING_ACKNOWLEDGED_IS_LOST,
        I2_NOTHING_STAYS_STUCK,
        I3_REPEATS_HAVE_A_CAUSE,
        I4_NO_DELIVERY_WITHOUT_ITS_EVENT,
        I5_ORDER_PER_KEY,
        I6_NO_ATTEMPT_AFTER_THE_END,
        I7_A_LOST_LEASE_WRITES_NOTHING,
        I8_NEIGHBOURS_ARE_NOT_SLOWED,
        I12_IDEMPOTENT_PUBLISH,
        I13_THE_BOOKS_BALANCE,
        ATTEMPTS_HAVE_A_MAXIMUM,
        ONE_HOLDER_AT_A_TIME,
        NOTHING_LEAVES_THE_LIST_UNSEEN,
        REPLAYS_ADD_UP,
        NOTHING_OPEN_IS_FORGOTTEN,
        WHAT_GOES_IS_ARCHIVED,
        OLD_DAYS_GO,
        NO_BUGS
    }
}

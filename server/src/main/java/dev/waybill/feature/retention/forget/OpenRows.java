package dev.waybill.feature.retention.forget;

/// SQL conditions for the deliveries that are kept.
final class OpenRows {

    /// An open dead letter.
    static final String OPEN_DEAD_LETTER = "is_open_dead_letter(reason, dead_letter_resolved_at)";

    /// Ended, and not an open dead letter.
    static final String CLOSED =
            "state NOT IN ('pending', 'in_flight') AND (" + OPEN_DEAD_LETTER + ") IS NOT TRUE";

    /// Pending, or an open dead letter. The first line is the condition of the partial indexes;
    /// deliveries in flight are found through their lease.
    static final String WAITING_OR_LETTER =
            """
            (reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL)
            AND (reason IS NULL OR (%s))
            """
                    .formatted(OPEN_DEAD_LETTER);

    private OpenRows() {}
}

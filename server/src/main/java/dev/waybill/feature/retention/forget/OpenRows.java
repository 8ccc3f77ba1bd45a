package dev.waybill.feature.retention.forget;

/// Which deliveries are kept, in SQL.
final class OpenRows {

    /// A dead letter that nobody has closed.
    static final String OPEN_LETTER = "is_open_dead_letter(reason, dead_letter_resolved_at)";

    /// Over: neither waiting nor under way nor an open dead letter.
    static final String CLOSED =
            "state NOT IN ('pending', 'in_flight') AND (" + OPEN_LETTER + ") IS NOT TRUE";

    /// Waiting, or an open dead letter. The first line is that of the partial indexes that hold
    /// little else; what is under way is found through its lease.
    static final String WAITING_OR_LETTER =
            """
            (reason IS NOT NULL OR next_attempt_at IS NOT NULL OR lane IS NOT NULL)
            AND (reason IS NULL OR (%s))
            """
                    .formatted(OPEN_LETTER);

    private OpenRows() {}
}

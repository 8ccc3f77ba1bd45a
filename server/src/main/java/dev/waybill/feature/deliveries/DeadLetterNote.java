package dev.waybill.feature.deliveries;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One entry in the history of a dead letter: it was settled, or opened again, or somebody said
/// something about it while it was open.
///
/// @param actor who did it, as the audit log names them
/// @param kind how it was settled, or [#REOPENED], or [#NOTED]
/// @param note why, in the words of who did it
/// @param byDelivery the repetition that settled it
public record DeadLetterNote(
        Instant at,
        @Nullable String actor,
        String kind,
        @Nullable String note,
        @Nullable UUID byDelivery) {

    /// Its repetition was delivered.
    public static final String REPLAYED = "replayed";

    /// Its repetition died too, and is now the letter to look after.
    public static final String SUPERSEDED = "superseded";

    /// By a person who did not say how.
    public static final String RESOLVED = "resolved";

    public static final String REOPENED = "reopened";

    /// It stays open.
    public static final String NOTED = "noted";
}

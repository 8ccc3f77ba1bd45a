package dev.waybill.feature.deliveries;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One entry in the history of a dead letter: it was resolved or reopened, or a user added a note
/// while it was open.
///
/// @param actor the actor, as in the audit log
/// @param kind how it was resolved, or [#REOPENED], or [#NOTED]
/// @param note the note that the actor wrote
/// @param byDelivery the redelivery that resolved it
public record DeadLetterNote(
        Instant at,
        @Nullable String actor,
        String kind,
        @Nullable String note,
        @Nullable UUID byDelivery) {

    /// A redelivery was delivered.
    public static final String REPLAYED = "replayed";

    /// Its redelivery became a dead letter too, and is the open one now.
    public static final String SUPERSEDED = "superseded";

    /// Resolved by a user without a kind.
    public static final String RESOLVED = "resolved";

    public static final String REOPENED = "reopened";

    /// It stays open.
    public static final String NOTED = "noted";
}

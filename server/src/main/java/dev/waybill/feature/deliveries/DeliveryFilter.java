package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A filter for deliveries. A null component matches everything.
///
/// @param reasons an empty set matches none
/// @param causes the cause of the last failed attempt, as groups of dead letters name it
/// @param lastFailures the same, for deliveries that were not delivered
/// @param byEnd whether `since` and `until` are about its end, and not about its capture
/// @param deadLetter only dead letters: [#OPEN], [#CLOSED] or [#ANY]
public record DeliveryFilter(
        @Nullable DeliveryState state,
        @Nullable Set<Reason> reasons,
        @Nullable UUID endpointId,
        @Nullable String eventType,
        @Nullable Statuses status,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable Set<Cause> causes,
        @Nullable String deadLetter,
        @Nullable Set<Cause> lastFailures,
        boolean byEnd) {

    /// The reason with this code. An unknown code matches nothing.
    public static @Nullable Set<Reason> reason(@Nullable String code) {
        return code == null ? null : Reason.of(code).map(Set::of).orElse(Set.of());
    }

    /// The cause with this code. An unknown code matches nothing.
    public static @Nullable Set<Cause> cause(@Nullable String code) {
        return code == null ? null : Cause.of(code).map(Set::of).orElse(Set.of());
    }

    /// The causes as a SQL parameter; null for any.
    static String @Nullable [] codes(@Nullable Set<Cause> causes) {
        return causes == null ? null : causes.stream().map(Cause::code).toArray(String[]::new);
    }

    String @Nullable [] reasonCodes() {
        return reasons == null ? null : reasons.stream().map(Reason::code).toArray(String[]::new);
    }

    public static DeliveryFilter deadLetters(String code) {
        return new DeliveryFilter(
                null, null, null, null, null, null, null, null, code, null, false);
    }

    public static DeliveryFilter ofEndpoint(UUID endpointId) {
        return new DeliveryFilter(
                null, null, endpointId, null, null, null, null, null, null, null, false);
    }

    public static final String OPEN = "open";

    public static final String CLOSED = "closed";

    public static final String ANY = "any";

    /// Whether only dead letters match.
    public static boolean isLetterWord(String word) {
        return word.equals(OPEN) || word.equals(CLOSED) || word.equals(ANY);
    }
}

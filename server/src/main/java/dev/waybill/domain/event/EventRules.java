package dev.waybill.domain.event;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.command.PlainText;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.WholeRange;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rules for events that need nothing but the event and the time. The rules of its type are in
/// the catalog.
public final class EventRules {

    public static final int DATA_BYTES_MAX = 256 * 1024;

    /// Ten years: longer is not a time to live.
    public static final WholeRange TTL_SECONDS = new WholeRange(1, 315_360_000);

    /// The violation of an event whose data is too large.
    public static final Violation TOO_LARGE =
            Violation.of(
                    "data",
                    Violation.Code.RANGE,
                    "{} must not be larger than " + DATA_BYTES_MAX + " bytes.");

    private static final int ORDERING_KEY_LENGTH_MAX = 255;

    private EventRules() {}

    /// Reports every violation, the size of the data last. A valid event costs no allocation.
    public static void check(EventDraft draft, Instant now, Consumer<Violation> report) {
        checkType(draft.type(), report);
        if (draft.data() == null) {
            report.accept(Violation.of("data", Violation.Code.REQUIRED, "{} is required."));
        }
        checkId(draft.id(), report);
        checkOrderingKey(draft.orderingKey(), report);
        checkExpiry(draft, now, report);
        if (draft.data() != null && draft.data().length > DATA_BYTES_MAX) {
            report.accept(TOO_LARGE);
        }
    }

    private static void checkType(@Nullable String type, Consumer<Violation> report) {
        if (type == null) {
            report.accept(
                    Violation.of(
                            "type",
                            Violation.Code.REQUIRED,
                            "{} is required, such as invoice.paid."));
        } else if (!EventType.isName(type)) {
            report.accept(
                    Violation.of(
                            "type",
                            Violation.Code.FORMAT,
                            "{} must be letters, digits and _ in segments joined by dots, at most "
                                    + EventType.LENGTH_MAX
                                    + " characters."));
        }
    }

    private static void checkId(@Nullable String id, Consumer<Violation> report) {
        if (id != null && !EventId.isValid(id)) {
            report.accept(
                    Violation.of(
                            "id",
                            Violation.Code.FORMAT,
                            "{} must be 1 to 64 letters, digits, hyphens or underscores."));
        }
    }

    private static void checkOrderingKey(@Nullable String key, Consumer<Violation> report) {
        if (key == null) {
            return;
        }
        if (key.isEmpty() || key.length() > ORDERING_KEY_LENGTH_MAX) {
            report.accept(
                    Violation.of(
                            "ordering_key",
                            Violation.Code.RANGE,
                            "{} must be 1 to " + ORDERING_KEY_LENGTH_MAX + " characters."));
        } else if (!PlainText.isLine(key)) {
            report.accept(
                    Violation.of(
                            "ordering_key",
                            Violation.Code.FORMAT,
                            "{} must not contain control characters or unpaired surrogates."));
        }
    }

    private static void checkExpiry(EventDraft draft, Instant now, Consumer<Violation> report) {
        if (draft.ttlSeconds() != null && draft.expiresAt() != null) {
            report.accept(
                    Violation.of(
                            "ttl_seconds",
                            Violation.Code.CONFLICT,
                            "Give {} or expires_at, not both."));
            return;
        }
        var expiry = draft.expiry(now);
        if (expiry == null) {
            return;
        }
        if (!expiry.isAfter(now)) {
            report.accept(
                    draft.ttlSeconds() == null
                            ? Violation.of("expires_at", Violation.Code.RANGE, "{} is in the past.")
                            : Violation.of(
                                    "ttl_seconds",
                                    Violation.Code.RANGE,
                                    "The event has expired: created_at + {} is in the past."));
        } else if (expiry.isAfter(Timestamps.LATEST)) {
            report.accept(
                    Violation.of(
                            "ttl_seconds",
                            Violation.Code.RANGE,
                            "created_at + {} is after the year 9999."));
        }
    }
}

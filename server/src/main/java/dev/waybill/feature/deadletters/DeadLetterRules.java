package dev.waybill.feature.deadletters;

import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.deliveries.DeadLetterNote;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules for changes of dead letters.
public final class DeadLetterRules {

    /// The field of a command that holds the filter.
    public static final String FILTER = "filter";

    public static final Choice<Reason> REASON =
            new Choice<>(
                    code -> Reason.of(code).filter(Reason::isDeadLetter),
                    "permanent, exhausted, gone, blocked, endpoint_disabled or deadline");

    private static final int IDS_MAX = 500;
    private static final int TEXT_LENGTH_MAX = 200;
    private static final int NOTE_LENGTH_MAX = 2_000;
    private static final int KIND_LENGTH_MAX = 100;

    private static final String KIND_DEFAULT = "resolved";

    /// Kinds with a code of their own. Any other text is allowed too.
    private static final Set<String> KINDS =
            Set.of("replayed_elsewhere", "reconciled_by_hand", "not_needed");

    /// Kinds that only Waybill itself uses.
    private static final Set<String> RESERVED_KINDS =
            Set.of(
                    DeadLetterNote.REPLAYED,
                    DeadLetterNote.SUPERSEDED,
                    DeadLetterNote.REOPENED,
                    DeadLetterNote.NOTED);

    private DeadLetterRules() {}

    static void check(DeadLetterSelection selection, Violations violations) {
        var ids = selection.deliveryIds();
        var filter = selection.filter();
        boolean isRead = !violations.has("delivery_ids") && !violations.has(FILTER);
        if (isRead && (ids == null) == (filter == null)) {
            violations.add(
                    "delivery_ids",
                    Violation.Code.CONFLICT,
                    "Give either delivery_ids or filter, not both.");
        }
        if (ids != null) {
            violations.checkCount("delivery_ids", ids, IDS_MAX);
            if (ids.isEmpty()) {
                violations.add(
                        "delivery_ids", Violation.Code.REQUIRED, "{} must name at least one.");
            }
        }
        if (filter != null) {
            check(filter, violations);
        }
    }

    private static void check(DeadLetterSelection.Filter filter, Violations violations) {
        var inside = violations.in(FILTER);
        inside.checkText("cause", filter.cause(), TEXT_LENGTH_MAX);
        inside.checkText("event_type", filter.letters().eventType(), TEXT_LENGTH_MAX);
        if (!filter.isNarrowed() && !violations.has(FILTER)) {
            violations.add(
                    FILTER,
                    Violation.Code.REQUIRED,
                    "{} must contain at least one of endpoint_id, reason, cause, event_type, since,"
                            + " until, app.");
        }
    }

    static void checkNote(@Nullable String note, Violations violations) {
        violations.checkProse("note", note, NOTE_LENGTH_MAX);
    }

    /// Requires a note that is not blank.
    public static void requireNote(@Nullable String note, Violations violations) {
        checkNote(note, violations);
        if (note == null || note.isBlank()) {
            violations.add(
                    "note",
                    Violation.Code.REQUIRED,
                    "{} is required: it explains the decision to users who look for the event"
                            + " later.");
        }
    }

    static void checkKind(@Nullable String kind, Violations violations) {
        violations.checkText("kind", kind, KIND_LENGTH_MAX);
        if (kind != null && (code(kind).isEmpty() || RESERVED_KINDS.contains(code(kind)))) {
            violations.add(
                    "kind",
                    Violation.Code.REFUSED,
                    "{} must be replayed_elsewhere, reconciled_by_hand, not_needed or a word of"
                            + " your own, but not replayed, superseded, reopened or noted.");
        }
    }

    /// The kind as it is stored. Known kinds are recognized in any case.
    static String stored(@Nullable String kind) {
        if (kind == null) {
            return KIND_DEFAULT;
        }
        return KINDS.contains(code(kind)) ? code(kind) : kind.strip();
    }

    private static String code(String kind) {
        return kind.strip().toLowerCase(Locale.ROOT).replace(' ', '_');
    }
}

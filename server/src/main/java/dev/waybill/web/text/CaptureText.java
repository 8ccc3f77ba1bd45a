package dev.waybill.web.text;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.catalog.SchemaViolation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.ArrayList;
import java.util.List;

/// Sentences about captures that stored nothing.
public final class CaptureText {

    private CaptureText() {}

    public static Problem problem(CaptureResult result) {
        return switch (result) {
            case CaptureResult.Clash(var kind) ->
                    switch (kind) {
                        case EVENT_ID ->
                                Problem.at(
                                        ProblemType.CONFLICT,
                                        "/id",
                                        "An event with this id and other content exists.");
                        case IDEMPOTENCY_KEY -> keyReused();
                    };
            case CaptureResult.Unconfirmed _ ->
                    Problem.unavailable(
                            "The database did not confirm the event. Publish it again with the"
                                    + " same id or Idempotency-Key.");
            case CaptureResult.Invalid(var violations) -> invalid(inData(violations));
            case CaptureResult.Unstorable _ ->
                    Problem.invalid("", "The event cannot be stored as it is.");
            case CaptureResult.Captured _, CaptureResult.Repeated _ ->
                    throw new IllegalArgumentException("the event was captured");
        };
    }

    /// The violations of an event whose data does not fit the schema of its type.
    public static List<Violation> inData(List<SchemaViolation> violations) {
        return violations.stream().map(CaptureText::inData).toList();
    }

    private static Violation inData(SchemaViolation violation) {
        var path = new ArrayList<>(List.of("data"));
        path.addAll(violation.path());
        return new Violation(path, Violation.Code.SCHEMA, violation.text());
    }

    /// The event has these violations, of which the first one decides about the problem.
    public static Problem invalid(List<Violation> violations) {
        var first = violations.getFirst();
        if (first.equals(EventRules.TOO_LARGE)) {
            return Problem.invalid(ProblemType.TOO_LARGE, first.detail(first.field()), violations);
        }
        if (first.code() == Violation.Code.SCHEMA) {
            return Problem.invalid(
                    ProblemType.INVALID,
                    "data violates the schema of its event type: " + first.detail(first.field()),
                    violations);
        }
        return Problem.invalid(violations);
    }

    /// The idempotency key was used with another request before.
    public static Problem keyReused() {
        return Problem.of(
                ProblemType.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key was used with a different request. Use a new key.");
    }
}

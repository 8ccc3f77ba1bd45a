package dev.waybill.web.text;

import dev.waybill.engine.capture.CaptureResult;
import dev.waybill.engine.catalog.SchemaViolation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.List;

/// Words the results of captures that stored nothing.
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
                                        "Another event with other content has this id.");
                        case IDEMPOTENCY_KEY -> keyReused();
                    };
            case CaptureResult.Unconfirmed _ ->
                    Problem.unavailable(
                            "The database did not confirm the event. Publish it again with the"
                                    + " same id or Idempotency-Key.");
            case CaptureResult.Invalid(var violations) -> invalidData(violations);
            case CaptureResult.Unstorable _ ->
                    Problem.invalid("", "The event cannot be stored as it is.");
            case CaptureResult.Captured _, CaptureResult.Repeated _ ->
                    throw new IllegalArgumentException("the event was captured");
        };
    }

    /// The data does not fit the schema of its event type.
    public static Problem invalidData(List<SchemaViolation> violations) {
        return Problem.invalid(
                "data breaks the schema of its event type: " + violations.getFirst().detail(),
                violations.stream()
                        .map(v -> new Problem.Detail("/data" + v.pointer(), v.detail()))
                        .toList());
    }

    /// An idempotency key came with another request before.
    public static Problem keyReused() {
        return Problem.of(
                ProblemType.IDEMPOTENCY_KEY_REUSED,
                "This Idempotency-Key came with another request before. Use a new key.");
    }
}

package dev.waybill.web.text;

import dev.waybill.feature.redelivery.SendWindow;
import dev.waybill.feature.testsends.TestSends.Result;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.UUID;

/// Sentences about test sends.
public final class TestSendText {

    private TestSendText() {}

    /// The delivery of a test that was sent, or a problem.
    public static UUID deliveryOf(Result result) {
        return switch (result) {
            case Result.Sent(_, _, var delivery) -> delivery;
            case Result.Repeated(_, _, var delivery) -> delivery;
            case Result refused -> throw problem(refused);
        };
    }

    /// Why no test was sent.
    public static Problem problem(Result result) {
        return switch (result) {
            case Result.NotActive(var state) ->
                    Problem.of(ProblemType.CONFLICT, EndpointText.notActive(state.code()));
            case Result.NoExample(var type) ->
                    Problem.invalid(
                            "/event_type", "There is no event type " + type + " with an example.");
            case Result.EndpointGone _ ->
                    Problem.of(
                            ProblemType.CONFLICT,
                            "The endpoint was disabled or deleted meanwhile.");
            case Result.TooMany(var wait) ->
                    Problem.rateLimited(
                            "An endpoint accepts "
                                    + SendWindow.Kind.TEST.max()
                                    + " tests a minute. Try again in "
                                    + (wait.toSeconds() + 1)
                                    + " s.",
                            wait);
            case Result.NotCaptured(var why) -> CaptureText.problem(why);
            case Result.Sent _, Result.Repeated _ ->
                    throw new IllegalArgumentException("the test was sent");
        };
    }
}

package dev.waybill.web.text;

import dev.waybill.domain.Timestamps;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.time.Instant;

/// Sentences about requeues that changed nothing.
public final class RedeliveryText {

    private RedeliveryText() {}

    /// The reason why a delivery that exists was not requeued.
    public static Problem problem(Requeues.Result result) {
        return Problem.of(
                ProblemType.CONFLICT,
                switch (result) {
                    case Requeues.Result.InFlight _ ->
                            "The delivery is in flight. Try again in a moment.";
                    case Requeues.Result.Stale(var expiresAt) -> expires(expiresAt);
                    case Requeues.Result.BehindOthers _ ->
                            "Other deliveries are before it in its ordered lane. Requeue the head"
                                    + " of the lane.";
                    case Requeues.Result.LaneHeld _ ->
                            "The ordered lane of the delivery is held. Release it first.";
                    case Requeues.Result.Moved _,
                            Requeues.Result.Ended _,
                            Requeues.Result.NoSuchDelivery _ ->
                            throw new IllegalArgumentException("not a refusal: " + result);
                });
    }

    public static String expires(Instant expiresAt) {
        return "The event expires at "
                + Timestamps.format(expiresAt)
                + ": nothing is sent after that.";
    }
}

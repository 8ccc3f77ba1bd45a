package dev.waybill.domain.delivery;

import dev.waybill.domain.delivery.NextStep.Bury;
import dev.waybill.domain.delivery.NextStep.Finish;
import dev.waybill.domain.delivery.NextStep.HandBack;
import dev.waybill.domain.delivery.NextStep.RetryAt;
import dev.waybill.domain.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The times of the attempts of a delivery if each of them fails at once, computed by the real
/// decisions with the lowest and the highest dice.
///
/// @param ends how it can end: attempts used up, or time
public record PolicyPreview(
        RetryPolicy policy,
        Instant giveUpAt,
        @Nullable Instant expiresAt,
        List<Attempt> attempts,
        Set<Reason> ends) {

    /// A future attempt.
    ///
    /// @param certain false if the dice decide whether there is time for it
    /// @param pulledIn whether it would come too late in any case and is made before the end
    ///   instead
    /// @param timeLimit for an answer at its latest start: never past the expiry
    public record Attempt(
            int number,
            Instant earliest,
            Instant latest,
            boolean certain,
            boolean pulledIn,
            Duration timeLimit) {}

    private static final List<Double> DICE = List.of(0.0, Math.nextDown(1.0));

    private record Point(Instant at, boolean closing) {}

    /// For an event created and captured now.
    ///
    /// @param timeLimit of one attempt, uncut
    public static PolicyPreview of(
            RetryPolicy policy, Instant now, @Nullable Instant expiresAt, Duration timeLimit) {
        var giveUpAt = now.plus(policy.window());
        var attempts = new ArrayList<Attempt>();
        var ends = EnumSet.noneOf(Reason.class);
        var points = List.of(new Point(now, false));
        boolean certain = true;
        while (!points.isEmpty()) {
            int before = attempts.size();
            attempts.add(attempt(before + 1, points, certain, expiresAt, timeLimit));
            var next = new ArrayList<Point>();
            for (var point : points) {
                var first = before == 0 ? null : now;
                var progress = new Progress(before, 0, point.closing, first, giveUpAt, expiresAt);
                for (double dice : DICE) {
                    switch (failed(progress, policy, point.at, timeLimit, dice)) {
                        case RetryAt(var at, boolean closing) -> next.add(new Point(at, closing));
                        case Bury(var reason) -> {
                            ends.add(reason);
                            certain = false;
                        }
                        case Finish _, HandBack _ -> throw new AssertionError("it was refused");
                    }
                }
            }
            points = outermost(next);
        }
        return new PolicyPreview(policy, giveUpAt, expiresAt, List.copyOf(attempts), ends);
    }

    private static NextStep failed(
            Progress progress, RetryPolicy policy, Instant at, Duration timeLimit, double dice) {
        var refused = new Outcome.Refused(503, null);
        return NextStep.after(refused, progress, policy, at, at, timeLimit, dice);
    }

    private static Attempt attempt(
            int number,
            List<Point> points,
            boolean certain,
            @Nullable Instant expiresAt,
            Duration timeLimit) {
        var latest = points.getLast().at;
        return new Attempt(
                number,
                points.getFirst().at,
                latest,
                certain,
                points.stream().allMatch(Point::closing),
                Progress.fresh(latest, expiresAt).cut(timeLimit, latest));
    }

    /// Points between the outermost ones lead to points between theirs.
    private static List<Point> outermost(List<Point> points) {
        var sorted = points.stream().sorted(Comparator.comparing(Point::at)).toList();
        return sorted.size() <= 1 ? sorted : List.of(sorted.getFirst(), sorted.getLast());
    }
}

package dev.waybill.domain.alert;

import dev.waybill.domain.retry.RetryPolicies;
import java.time.Duration;
import java.time.Instant;

/// The sums of one endpoint over five minutes.
///
/// @param succeeded attempts that were accepted
/// @param failed attempts that were not
/// @param clientErrors those of the failed ones that were answered with 4xx
/// @param lost deliveries that became dead letters
/// @param retriedFor how long its failed deliveries are retried: the shortest time of all
public record Span(
        Instant since,
        long succeeded,
        long failed,
        long clientErrors,
        long lost,
        Duration retriedFor) {

    public static final Duration LENGTH = Duration.ofMinutes(5);

    /// A span of which only attempts are known.
    public Span(Instant since, long succeeded, long failed, long clientErrors) {
        this(since, succeeded, failed, clientErrors, 0, RetryPolicies.LIVE.window());
    }

    public Instant end() {
        return since.plus(LENGTH);
    }

    public long attempts() {
        return succeeded + failed;
    }

    /// Whether there were attempts and all of them failed.
    boolean failsOnly() {
        return failed > 0 && succeeded == 0;
    }

    /// When the first of its failed deliveries gives up.
    Instant giveUpAt() {
        return since.plus(retriedFor);
    }
}

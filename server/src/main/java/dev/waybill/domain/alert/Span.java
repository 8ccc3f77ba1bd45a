package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;

/// The sums of one endpoint over five minutes.
///
/// @param succeeded attempts that were accepted
/// @param failed attempts that were not
/// @param clientErrors those of the failed ones that were answered with 4xx
public record Span(Instant since, long succeeded, long failed, long clientErrors) {

    public static final Duration LENGTH = Duration.ofMinutes(5);

    public long attempts() {
        return succeeded + failed;
    }

    /// Whether there were attempts and all of them failed.
    boolean failsOnly() {
        return failed > 0 && succeeded == 0;
    }
}

package dev.waybill.domain.alert;

import java.time.Duration;
import java.time.Instant;

/// The sums of one endpoint over five minutes.
///
/// @param succeeded attempts that were accepted
/// @param failed attempts that were not
/// @param delivered deliveries that ended accepted
/// @param rejected deliveries that ended because of a permanent 4xx answer
public record Span(Instant since, long succeeded, long failed, long delivered, long rejected) {

    public static final Duration LENGTH = Duration.ofMinutes(5);

    /// Whether there were attempts and all of them failed.
    boolean failsOnly() {
        return failed > 0 && succeeded == 0;
    }
}

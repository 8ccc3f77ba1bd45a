package dev.waybill.domain.alert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The rule `endpoint.client_errors`: an endpoint answers many attempts with 4xx within five
/// minutes. Most deliveries give up after three such answers, so a mistake of either side loses
/// many of them soon.
public final class ClientErrors {

    /// Spans with fewer such answers never matter and are not kept.
    public static final int COUNTED_MIN = 5;

    /// Spans without a spike until the alert resolves.
    public static final int QUIET_SPANS = 3;

    private ClientErrors() {}

    public static boolean isSpike(Span span, Thresholds thresholds) {
        long percent = thresholds.get(Threshold.CLIENT_ERROR_PERCENT);
        return span.clientErrors() >= thresholds.get(Threshold.CLIENT_ERRORS)
                && span.clientErrors() * 100 >= span.attempts() * percent;
    }

    /// Whether the alert fires at a time.
    ///
    /// @param spans of one endpoint, in the order of time
    /// @param asOf the end of the last complete span
    public static boolean fires(List<Span> spans, Instant asOf, Thresholds thresholds) {
        var from = asOf.minus(Span.LENGTH.multipliedBy(QUIET_SPANS));
        return spans.stream()
                .filter(span -> !span.since().isBefore(from) && span.since().isBefore(asOf))
                .anyMatch(span -> isSpike(span, thresholds));
    }

    /// When the alert would have fired.
    ///
    /// @param spans of one endpoint, in the order of time
    public static List<Instant> firings(List<Span> spans, Thresholds thresholds) {
        var firings = new ArrayList<Instant>();
        var quietFrom = Instant.MIN;
        for (var span : spans) {
            if (isSpike(span, thresholds)) {
                if (span.since().isAfter(quietFrom)) {
                    firings.add(span.since());
                }
                quietFrom = span.since().plus(Span.LENGTH.multipliedBy(QUIET_SPANS));
            }
        }
        return firings;
    }
}

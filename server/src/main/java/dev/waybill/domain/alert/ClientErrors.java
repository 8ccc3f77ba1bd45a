package dev.waybill.domain.alert;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rule `endpoint.client_errors`: an endpoint answers many attempts with 4xx within five
/// minutes. Most deliveries give up after three such answers, so a mistake of either side loses
/// many of them soon.
public final class ClientErrors {

    /// Spans with fewer such answers never matter and are not kept.
    public static final int COUNTED_MIN = 5;

    private ClientErrors() {}

    public static boolean isSpike(Span span, Thresholds thresholds) {
        long percent = thresholds.get(Threshold.CLIENT_ERROR_PERCENT);
        return span.clientErrors() >= thresholds.get(Threshold.CLIENT_ERRORS)
                && span.clientErrors() * 100 >= span.attempts() * percent;
    }

    /// The last spike, if the alert fires because of it at a time.
    ///
    /// @param spans of one endpoint, in the order of time
    /// @param asOf the end of the last complete span
    public static Optional<Span> fires(List<Span> spans, Instant asOf, Thresholds thresholds) {
        return spans.stream()
                .filter(span -> !span.end().isAfter(asOf))
                .filter(span -> asOf.isBefore(Recurrence.resolvesAt(span.end(), false)))
                .filter(span -> isSpike(span, thresholds))
                .reduce((_, last) -> last);
    }

    /// When new alerts would have fired.
    ///
    /// @param spans of one endpoint, in the order of time
    public static List<Instant> firings(List<Span> spans, Thresholds thresholds) {
        return Recurrence.firings(
                spans.stream()
                        .filter(span -> isSpike(span, thresholds))
                        .map(span -> new Recurrence.Episode(span.since(), span.since(), span.end()))
                        .toList());
    }
}

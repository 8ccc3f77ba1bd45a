package dev.waybill.domain.alert;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rule `endpoint.client_errors`: many deliveries of one endpoint are rejected with 4xx within
/// five minutes. Such deliveries are not retried, so a mistake of either side loses many at once.
public final class ClientErrors {

    /// Spans with fewer rejected deliveries never matter and are not kept.
    public static final int COUNTED_MIN = 5;

    private ClientErrors() {}

    public static boolean isSpike(Span span, Thresholds thresholds) {
        long ended = span.delivered() + span.rejected();
        return span.rejected() >= thresholds.get(Threshold.CLIENT_ERRORS)
                && span.rejected() * 100 >= ended * thresholds.get(Threshold.CLIENT_ERROR_PERCENT);
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

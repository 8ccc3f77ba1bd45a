package dev.waybill.web.site.delivery;

import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.event.Envelope;
import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.deliveries.AnswerHeaders;
import dev.waybill.feature.deliveries.AttemptView;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.chart.Strip;
import dev.waybill.web.site.chart.Strip.Kind;
import dev.waybill.web.site.chart.Strip.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The attempts of a delivery and their results, as pages show them.
public final class AttemptRows {

    private final DeliveryQuery deliveries;
    private final Composer composer;

    public AttemptRows(DeliveryQuery deliveries, Composer composer) {
        this.deliveries = deliveries;
        this.composer = composer;
    }

    /// A row for one attempt.
    ///
    /// @param waited the time since the previous attempt, or since the capture
    /// @param words an explanation of the failure; null if there is none
    /// @param sent the headers of the request; empty if the event is not kept
    /// @param answered the headers of a response that refused
    public record Row(
            AttemptView attempt,
            boolean accepted,
            String title,
            @Nullable String words,
            String waited,
            List<Header> sent,
            List<Header> answered,
            @Nullable String answer) {

        public int number() {
            return attempt.attempt();
        }

        public String took() {
            return Format.millis((double) attempt.durationMs());
        }
    }

    /// All attempts, oldest first.
    ///
    /// @param envelope null if the event was forgotten
    public List<Row> of(DeliveryView delivery, @Nullable Envelope envelope, Audience audience) {
        var rows = new ArrayList<Row>();
        var answered = deliveries.answerHeaders(delivery.id());
        var before = delivery.createdAt();
        for (var made : deliveries.attempts(delivery.id())) {
            var attempt = audience.seen(made);
            var status = attempt.status();
            boolean accepted = status != null && status >= 200 && status < 300;
            rows.add(
                    new Row(
                            attempt,
                            accepted,
                            title(attempt),
                            FaultAdvice.of(status, attempt.fault()),
                            waited(before, attempt.startedAt()),
                            envelope == null ? List.of() : sent(delivery, attempt, envelope),
                            visible(answered.get(attempt.attempt())),
                            attempt.excerpt() == null ? null : AnswerText.of(attempt.excerpt())));
            before = attempt.endedAt();
        }
        return rows;
    }

    private static String title(AttemptView attempt) {
        return attempt.status() == null
                ? String.valueOf(attempt.errorWithDetail())
                : "Status " + attempt.status();
    }

    private static String waited(Instant from, Instant until) {
        long millis = Math.max(0, Duration.between(from, until).toMillis());
        return Format.millis((double) millis);
    }

    private List<Header> sent(DeliveryView delivery, AttemptView attempt, Envelope envelope) {
        return composer.headers(
                envelope,
                delivery.id(),
                attempt.attempt(),
                attempt.startedAt().getEpochSecond(),
                attempt.signature());
    }

    private static List<Header> visible(@Nullable AnswerHeaders headers) {
        return headers == null
                ? List.of()
                : headers.values().entrySet().stream()
                        .map(one -> new Header(one.getKey(), SafeText.text(one.getValue())))
                        .toList();
    }

    /// The attempts on a time line, with the capture, the next attempt and the deadline.
    public static Strip strip(DeliveryView delivery, List<Row> rows, Instant now) {
        var moments = new ArrayList<Moment>();
        moments.add(new Moment(delivery.createdAt(), Kind.CAPTURED, "captured"));
        for (var one : rows) {
            moments.add(
                    new Moment(
                            one.attempt.startedAt(),
                            one.accepted ? Kind.ACCEPTED : Kind.FAILED,
                            Integer.toString(one.attempt.attempt())));
        }
        var progress = delivery.progress();
        var expiresAt = delivery.event().expiresAt();
        boolean open = !progress.state().isTerminal();
        if (progress.nextAttemptAt() != null) {
            moments.add(new Moment(progress.nextAttemptAt(), Kind.NEXT, "next"));
        }
        if (!open && progress.state() != DeliveryState.DELIVERED) {
            moments.add(new Moment(progress.updatedAt(), Kind.ENDED, progress.state().code()));
        }
        var boundary = expiresAt != null ? expiresAt : progress.giveUpAt();
        // After its end only an expiry is of interest: it shows the remaining time.
        if (open || (expiresAt != null && boundary.isAfter(progress.updatedAt()))) {
            moments.add(
                    new Moment(boundary, Kind.EXPIRY, expiresAt != null ? "expires" : "gives up"));
        }
        return Strip.of(moments, now);
    }
}

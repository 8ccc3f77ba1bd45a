package dev.waybill.ui.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.api.ReasonWords;
import dev.waybill.deliver.Composer;
import dev.waybill.deliver.OutgoingRequest.Header;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.AttemptView;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.query.DeliveryView;
import dev.waybill.query.EventQuery;
import dev.waybill.query.EventView;
import dev.waybill.query.LetterNote;
import dev.waybill.query.LetterQuery;
import dev.waybill.ui.Html;
import dev.waybill.ui.Layout;
import dev.waybill.ui.Mark;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visible;
import dev.waybill.ui.Visit;
import dev.waybill.ui.Words;
import dev.waybill.ui.chart.Strip;
import dev.waybill.ui.chart.Strip.Kind;
import dev.waybill.ui.chart.Strip.Moment;
import dev.waybill.ui.template.page.JteDeliveryGenerated;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries/{id}`: everything that happened to one delivery, and why.
public final class DeliveryPage {

    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final LetterQuery letters;
    private final Composer composer;
    private final EndpointNames names;

    public DeliveryPage(
            DeliveryQuery deliveries,
            EventQuery events,
            LetterQuery letters,
            Composer composer,
            EndpointNames names) {
        this.deliveries = deliveries;
        this.events = events;
        this.letters = letters;
        this.composer = composer;
        this.names = names;
    }

    /// What the template shows.
    ///
    /// @param why in a sentence, how it ended; null while it is open or if it was delivered
    /// @param body null if the event was forgotten
    /// @param curl the last request as a command, or the next one's
    /// @param sendKey makes a click that is repeated the same request
    public record Shown(
            DeliveryView delivery,
            String id,
            Mark mark,
            EndpointNames.Named endpoint,
            @Nullable String why,
            List<Try> tries,
            Strip strip,
            @Nullable Body body,
            @Nullable String curl,
            List<Sibling> siblings,
            List<LetterNote> notes,
            @Nullable String repeatedBy,
            @Nullable String orderingKey,
            String eventId,
            String sendKey) {

        public boolean isOpen() {
            return !delivery.state().isTerminal();
        }

        public boolean isWaiting() {
            return delivery.state() == DeliveryState.PENDING;
        }

        public @Nullable String replayOf() {
            return delivery.replayOf() == null ? null : IdKind.DELIVERY.format(delivery.replayOf());
        }
    }

    /// One attempt.
    ///
    /// @param waited since the one before ended, or since the capture
    /// @param words what its failure means; null if there is nothing to say
    public record Try(
            AttemptView attempt,
            boolean accepted,
            String title,
            @Nullable String words,
            String waited,
            @Nullable String answer,
            List<Header> headers) {

        public String took() {
            return Words.millis((double) attempt.durationMs());
        }
    }

    /// What was sent.
    public record Body(String text, int bytes, boolean cut) {}

    /// Another delivery of the same event.
    public record Sibling(String id, Mark mark, EndpointNames.Named endpoint, Instant createdAt) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, "/ui/deliveries/{id}", this::show),
                pages.page(Right.READ, "/ui/deliveries/{id}/body", this::body));
    }

    private Response show(Visit visit) {
        var delivery = find(visit);
        var shown = shown(visit, delivery);
        var layout =
                visit.layout(
                        shown.id(),
                        Section.DELIVERIES,
                        new Layout.Crumb("Deliveries", Section.DELIVERIES.path()));
        return Pages.html(
                visit, Html.render(out -> JteDeliveryGenerated.render(out, null, layout, shown)));
    }

    /// The bytes as they were sent, for copying and keeping; never as a page.
    private Response body(Visit visit) {
        var delivery = find(visit);
        var envelope =
                events.find(delivery.eventId(), visit.scope())
                        .map(view -> Envelope.of(view.event(), delivery.replayed()))
                        .orElseThrow(() -> notFound(visit.request()));
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", "application/octet-stream");
        headers.put(
                "Content-Disposition",
                "attachment; filename=\"" + IdKind.DELIVERY.format(delivery.id()) + ".json\"");
        headers.put("Content-Security-Policy", "default-src 'none'; sandbox");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        return new Response(200, headers, envelope.body());
    }

    private DeliveryView find(Visit visit) {
        return IdKind.DELIVERY
                .parse(visit.request().part("id"))
                .flatMap(id -> deliveries.find(id, visit.scope()))
                .orElseThrow(() -> notFound(visit.request()));
    }

    static Problem notFound(Request request) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no delivery "
                        + Visible.text(request.part("id"))
                        + " here. It may be of the other mode, or older than what is kept.");
    }

    private Shown shown(Visit visit, DeliveryView delivery) {
        var event = events.find(delivery.eventId(), visit.scope());
        var envelope =
                event.map(view -> Envelope.of(view.event(), delivery.replayed())).orElse(null);
        var tries = tries(delivery, envelope);
        return new Shown(
                delivery,
                IdKind.DELIVERY.format(delivery.id()),
                Mark.of(delivery),
                names.of(delivery.endpointId()),
                ReasonWords.of(delivery),
                tries,
                strip(delivery, tries, visit.now()),
                envelope == null ? null : body(envelope),
                envelope == null ? null : curl(delivery, tries, envelope, visit.now()),
                event.map(view -> siblings(view, delivery.id())).orElseGet(List::of),
                delivery.isDeadLetter() ? letters.notes(delivery.id()) : List.of(),
                letters.repeatedBy(delivery.id()).map(IdKind.DELIVERY::format).orElse(null),
                event.map(view -> view.event().orderingKey()).orElse(null),
                event.map(view -> view.event().publicId())
                        .orElseGet(() -> IdKind.EVENT.format(delivery.eventId())),
                visit.request().id());
    }

    private List<Try> tries(DeliveryView delivery, @Nullable Envelope envelope) {
        var tries = new ArrayList<Try>();
        var before = delivery.createdAt();
        for (var attempt : deliveries.attempts(delivery.id())) {
            var status = attempt.status();
            boolean accepted = status != null && status >= 200 && status < 300;
            tries.add(
                    new Try(
                            attempt,
                            accepted,
                            status == null ? String.valueOf(attempt.error()) : "Status " + status,
                            AttemptWords.of(status, attempt.error()),
                            waited(before, attempt.startedAt()),
                            attempt.excerpt() == null ? null : AnswerText.of(attempt.excerpt()),
                            envelope == null ? List.of() : headers(delivery, attempt, envelope)));
            before = attempt.endedAt();
        }
        return tries;
    }

    private static Strip strip(DeliveryView delivery, List<Try> tries, Instant now) {
        var moments = new ArrayList<Moment>();
        moments.add(new Moment(delivery.createdAt(), Kind.CAPTURED, "captured"));
        for (var one : tries) {
            moments.add(
                    new Moment(
                            one.attempt.startedAt(),
                            one.accepted ? Kind.ACCEPTED : Kind.FAILED,
                            Integer.toString(one.attempt.attempt())));
        }
        boolean open = !delivery.state().isTerminal();
        if (delivery.nextAttemptAt() != null) {
            moments.add(new Moment(delivery.nextAttemptAt(), Kind.NEXT, "next"));
        }
        if (!open && delivery.state() != DeliveryState.DELIVERED) {
            moments.add(new Moment(delivery.updatedAt(), Kind.ENDED, delivery.state().word()));
        }
        var boundary = delivery.expiresAt() != null ? delivery.expiresAt() : delivery.giveUpAt();
        // Once it has ended only an expiry tells anything: how much time there would have been.
        if (open || (delivery.expiresAt() != null && boundary.isAfter(delivery.updatedAt()))) {
            moments.add(
                    new Moment(
                            boundary,
                            Kind.EXPIRY,
                            delivery.expiresAt() != null ? "expires" : "gives up"));
        }
        return Strip.of(moments, now);
    }

    private String curl(DeliveryView delivery, List<Try> tries, Envelope envelope, Instant now) {
        var id = IdKind.DELIVERY.format(delivery.id());
        var url =
                tries.isEmpty()
                        ? names.of(delivery.endpointId()).url()
                        : tries.getLast().attempt.url();
        var headers =
                tries.isEmpty()
                        ? composer.headers(envelope, delivery.id(), 1, now.getEpochSecond(), "")
                        : tries.getLast().headers;
        return Curl.of(
                url,
                headers,
                names.ownHeaders(delivery.endpointId()),
                envelope.body(),
                id + ".json");
    }

    private static String waited(Instant from, Instant until) {
        long millis = Math.max(0, Duration.between(from, until).toMillis());
        return Words.millis((double) millis);
    }

    private List<Header> headers(DeliveryView delivery, AttemptView attempt, Envelope envelope) {
        return composer.headers(
                envelope,
                delivery.id(),
                attempt.attempt(),
                attempt.startedAt().getEpochSecond(),
                attempt.signature());
    }

    private static Body body(Envelope envelope) {
        var text = new String(envelope.body(), UTF_8);
        return new Body(
                Visible.excerpt(text), envelope.body().length, text.length() > Visible.LENGTH_MAX);
    }

    private List<Sibling> siblings(EventView event, UUID self) {
        return event.deliveries().stream()
                .filter(other -> !other.id().equals(self))
                .map(other ->
                        new Sibling(
                                IdKind.DELIVERY.format(other.id()),
                                Mark.of(other),
                                names.of(other.endpointId()),
                                other.createdAt()))
                .toList();
    }
}

package dev.waybill.ui.page;

import dev.waybill.api.ReasonWords;
import dev.waybill.domain.Envelope;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Scope;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.query.Audience;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.query.DeliveryView;
import dev.waybill.query.EventQuery;
import dev.waybill.query.LetterQuery;
import dev.waybill.ui.Mark;
import java.time.Instant;
import java.util.Optional;

/// Finds out what happened to the delivery whose id is in an address.
public final class Stories {

    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final LetterQuery letters;
    private final Tries tries;
    private final EndpointNames names;

    public Stories(
            DeliveryQuery deliveries,
            EventQuery events,
            LetterQuery letters,
            Tries tries,
            EndpointNames names) {
        this.deliveries = deliveries;
        this.events = events;
        this.letters = letters;
        this.tries = tries;
        this.names = names;
    }

    /// Empty if there is none for who may see this much.
    public Optional<Story> of(Request request, Scope scope, Instant now, Audience audience) {
        return find(request, scope)
                .map(audience::seen)
                .map(delivery -> tell(delivery, request, scope, now, audience));
    }

    private Story tell(
            DeliveryView delivery, Request request, Scope scope, Instant now, Audience audience) {
        var event = events.find(delivery.eventId(), scope).orElse(null);
        var envelope = event == null ? null : Envelope.of(event, delivery.replayed());
        var made = tries.of(delivery, envelope, audience);
        return new Story(
                delivery,
                event,
                Mark.of(delivery),
                names.of(delivery.endpointId()),
                ReasonWords.of(delivery),
                made,
                Tries.strip(delivery, made, now),
                letters.repeatedBy(delivery.id()).map(IdKind.DELIVERY::format).orElse(null),
                request.id(),
                request.query(Body.PARAMETER).filter(Body.RAW::equals).isPresent());
    }

    /// The bytes as they were sent; empty if they are not kept any more.
    public Optional<Response> body(Request request, Scope scope) {
        return find(request, scope)
                .flatMap(delivery ->
                        events.find(delivery.eventId(), scope)
                                .map(event -> Envelope.of(event, delivery.replayed()))
                                .map(envelope ->
                                        Body.download(
                                                envelope.body(),
                                                IdKind.DELIVERY.format(delivery.id()))));
    }

    private Optional<DeliveryView> find(Request request, Scope scope) {
        return IdKind.DELIVERY.parse(request.part("id")).flatMap(id -> deliveries.find(id, scope));
    }
}

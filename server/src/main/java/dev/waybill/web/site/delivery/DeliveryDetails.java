package dev.waybill.web.site.delivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.deadletters.DeadLetterQuery;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.text.ReasonText;
import java.time.Instant;
import java.util.Optional;

/// Finds the delivery whose id is in an address, with everything that happened to it.
public final class DeliveryDetails {

    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final DeadLetterQuery letters;
    private final AttemptRows attempts;
    private final EndpointNames names;
    private final Composer composer;

    public DeliveryDetails(
            DeliveryQuery deliveries,
            EventQuery events,
            DeadLetterQuery letters,
            AttemptRows attempts,
            EndpointNames names,
            Composer composer) {
        this.deliveries = deliveries;
        this.events = events;
        this.letters = letters;
        this.attempts = attempts;
        this.names = names;
        this.composer = composer;
    }

    /// Empty if there is none in this scope.
    public Optional<DeliveryDetail> of(
            Request request, Scope scope, Instant now, Audience audience) {
        return find(request, scope)
                .map(audience::seen)
                .map(delivery -> tell(delivery, request, scope, now, audience));
    }

    private DeliveryDetail tell(
            DeliveryView delivery, Request request, Scope scope, Instant now, Audience audience) {
        var event = events.find(delivery.event().id(), scope).orElse(null);
        var envelope = event == null ? null : envelope(event, delivery);
        var made = attempts.of(delivery, envelope, audience);
        return new DeliveryDetail(
                delivery,
                event,
                envelope,
                StatusBadge.of(delivery),
                names.of(delivery.endpointId()),
                ReasonText.of(delivery),
                made,
                AttemptRows.strip(delivery, made, now),
                letters.repeatedBy(delivery.id()).map(IdKind.DELIVERY::format).orElse(null),
                request.id(),
                request.query(Body.PARAMETER).filter(Body.RAW::equals).isPresent());
    }

    /// The bytes as they were sent; empty if they are not kept any more.
    public Optional<Response> body(Request request, Scope scope) {
        return find(request, scope)
                .flatMap(delivery ->
                        events.find(delivery.event().id(), scope)
                                .map(event -> envelope(event, delivery))
                                .map(envelope ->
                                        Body.download(
                                                envelope.body(),
                                                IdKind.DELIVERY.format(delivery.id()))));
    }

    /// In the format in which the endpoint receives events now.
    private Envelope envelope(Event event, DeliveryView delivery) {
        return composer.formatted(
                Envelope.of(event, delivery.replayed()),
                names.format(delivery.endpointId()),
                event.appId());
    }

    private Optional<DeliveryView> find(Request request, Scope scope) {
        return IdKind.DELIVERY.parse(request.part("id")).flatMap(id -> deliveries.find(id, scope));
    }
}

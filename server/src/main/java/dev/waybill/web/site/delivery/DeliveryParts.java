package dev.waybill.web.site.delivery;

import dev.waybill.engine.deliver.compose.Composer;
import dev.waybill.feature.deadletters.DeadLettersFeature;
import dev.waybill.feature.deliveries.DeliveriesFeature;
import dev.waybill.feature.events.EventsFeature;
import dev.waybill.feature.redelivery.RedeliveryFeature;
import dev.waybill.web.site.endpoint.EndpointParts;

/// The parts that the pages of both sites use to show deliveries.
public record DeliveryParts(
        DeliveryDetails details, DeliveryRows rows, DeliveryListing listing, SendAgain sendAgain) {

    public static DeliveryParts of(
            DeliveriesFeature deliveries,
            EventsFeature events,
            DeadLettersFeature deadLetters,
            RedeliveryFeature redelivery,
            EndpointParts endpoints,
            Composer composer) {
        var query = deliveries.query();
        var names = endpoints.names();
        var attempts = new AttemptRows(query, composer);
        var rows = new DeliveryRows(query, names);
        return new DeliveryParts(
                new DeliveryDetails(
                        query, events.query(), deadLetters.query(), attempts, names, composer),
                rows,
                new DeliveryListing(deliveries.list(), rows, endpoints.offered()),
                new SendAgain(redelivery.resends()));
    }
}

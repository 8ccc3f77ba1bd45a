package dev.waybill.domain.endpoint;

import dev.waybill.domain.event.EventFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of an endpoint that its owner chooses, apart from its credentials.
///
/// @param eventTypes patterns of the event types it receives
/// @param retryPolicy a policy by name or inline; null for that of the event type or mode
/// @param ownerEmail the address of the person who maintains the endpoint
/// @param format the format of its requests
public record EndpointSettings(
        String url,
        String description,
        List<String> eventTypes,
        @Nullable String retryPolicy,
        DeliveryLimits limits,
        HealthRules healthRules,
        OrderRules orderRules,
        @Nullable String ownerEmail,
        EventFormat format) {

    public EndpointSettings {
        eventTypes = List.copyOf(eventTypes);
    }
}

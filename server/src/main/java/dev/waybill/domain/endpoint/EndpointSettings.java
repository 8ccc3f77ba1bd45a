package dev.waybill.domain.endpoint;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of an endpoint that its owner chooses, apart from its credentials.
///
/// @param eventTypes patterns of the event types it receives
/// @param retryPolicy a policy by name or inline; null for that of the event type or mode
/// @param ownerEmail the address of the person who maintains the endpoint
public record EndpointSettings(
        String url,
        String description,
        List<String> eventTypes,
        @Nullable String retryPolicy,
        DeliveryLimits limits,
        HealthRules healthRules,
        OrderRules orderRules,
        @Nullable String ownerEmail) {

    public EndpointSettings {
        eventTypes = List.copyOf(eventTypes);
    }
}

package dev.waybill.stats;

import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Mode;
import java.util.UUID;

/// What is counted apart: an endpoint, and what kind of event it was sent.
public record Subject(UUID appId, Mode mode, UUID endpointId, String eventType) {

    public static Subject of(Endpoint endpoint, String eventType) {
        return new Subject(endpoint.appId(), endpoint.mode(), endpoint.id(), eventType);
    }
}

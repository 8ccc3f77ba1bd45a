package dev.waybill.stats;

import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Mode;
import java.util.UUID;

/// What is counted apart: an endpoint, and what kind of event it was sent.
public record Subject(UUID appId, Mode mode, UUID endpointId, String eventType) {

    /// Stands for everybody.
    static final UUID EVERYBODY = new UUID(0, 0);

    public static Subject of(Endpoint endpoint, String eventType) {
        return new Subject(endpoint.appId(), endpoint.mode(), endpoint.id(), eventType);
    }

    /// All of an app's together, or all of [#EVERYBODY]'s: no endpoint has the id of an app.
    static Subject all(UUID app, Mode mode) {
        return new Subject(app, mode, app, mode.word());
    }
}

package dev.waybill.stats;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.Mode;
import java.util.List;
import java.util.UUID;

/// What is counted apart: an endpoint, and what kind of event it was sent.
public record Subject(UUID appId, Mode mode, UUID endpointId, String eventType) {

    /// Stands for everybody.
    static final UUID EVERYBODY = new UUID(0, 0);

    public static Subject of(Endpoint endpoint, String eventType) {
        return new Subject(endpoint.appId(), endpoint.mode(), endpoint.id(), eventType);
    }

    /// What has it added up, with others: everything of its app, and everything of everybody. All
    /// apps are all customers: the platform's own is none, as in lists.
    List<Subject> within() {
        return appId.equals(Apps.PLATFORM)
                ? List.of(all(appId, mode))
                : List.of(all(appId, mode), all(EVERYBODY, mode));
    }

    /// No endpoint has the id of an app.
    private static Subject all(UUID app, Mode mode) {
        return new Subject(app, mode, app, mode.word());
    }
}

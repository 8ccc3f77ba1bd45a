package dev.waybill.engine.stats;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// What is counted apart: an endpoint, and what kind of event it was sent.
public record Subject(UUID appId, Mode mode, UUID endpointId, String eventType) {

    /// Stands for everybody.
    public static final UUID EVERYBODY = new UUID(0, 0);

    /// Stands for all types that are not told apart: producers choose them, and one may put an id
    /// into each.
    static final String OTHER_TYPES = "*";

    public static Subject of(Endpoint endpoint, String eventType) {
        return new Subject(endpoint.appId(), endpoint.mode(), endpoint.id(), eventType);
    }

    /// What has it added up, with others: everything of its app, and everything of everybody. All
    /// apps are all customers: the platform's own is none, as in lists.
    List<Subject> within() {
        var within = new ArrayList<Subject>();
        if (!isSum()) {
            within.add(all(appId, mode));
        }
        if (!Apps.isInternal(appId)) {
            within.add(all(EVERYBODY, mode));
        }
        return within;
    }

    /// The same, with no type told apart.
    Subject ofAnyType() {
        return new Subject(appId, mode, endpointId, OTHER_TYPES);
    }

    /// The same, with neither type nor endpoint told apart.
    Subject ofApp() {
        return all(appId, mode);
    }

    private boolean isSum() {
        return endpointId.equals(appId);
    }

    /// No endpoint has the id of an app.
    private static Subject all(UUID app, Mode mode) {
        return new Subject(app, mode, app, mode.code());
    }
}

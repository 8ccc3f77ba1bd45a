package dev.waybill.engine.stats;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The finest division of the counts: an endpoint, and a type of event.
public record Subject(UUID appId, Mode mode, UUID endpointId, String eventType) {

    /// Stands for all apps.
    public static final UUID EVERYBODY = new UUID(0, 0);

    /// Stands for all types that are not counted separately: producers choose the types, and one
    /// may put an id into each.
    static final String OTHER_TYPES = "*";

    public static Subject of(Endpoint endpoint, String eventType) {
        return new Subject(endpoint.appId(), endpoint.mode(), endpoint.id(), eventType);
    }

    /// The sums that include this subject: those of its app, and those of all apps. The sums of all
    /// apps are those of customers, without the app of the platform, as in lists.
    List<Subject> within() {
        var within = new ArrayList<Subject>();
        if (!isSum()) {
            within.add(all(appId, mode));
        }
        if (!appId.equals(Apps.PLATFORM)) {
            within.add(all(EVERYBODY, mode));
        }
        return within;
    }

    /// The same without the type.
    Subject ofAnyType() {
        return new Subject(appId, mode, endpointId, OTHER_TYPES);
    }

    /// The same without type and endpoint.
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

package dev.waybill.engine.stats;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A division of the counts: an endpoint and an event type, or the sum of an app or of all apps.
///
/// @param appId null for all apps
/// @param endpointId null for all endpoints of the app, or of all apps
/// @param eventType null for all types of the app, or for the types of an endpoint that are not
///   counted separately: producers choose types, and one may put an id into each
public record Subject(
        @Nullable UUID appId, Mode mode, @Nullable UUID endpointId, @Nullable String eventType) {

    public static Subject of(Endpoint endpoint, String eventType) {
        return new Subject(endpoint.appId(), endpoint.mode(), endpoint.id(), eventType);
    }

    /// The sums that contain it: that of its app, and that of all apps. The sum of all apps
    /// contains all customers, but not the internal app, as in lists.
    List<Subject> within() {
        var within = new ArrayList<Subject>();
        if (endpointId != null) {
            within.add(ofApp());
        }
        if (appId != null && !Apps.isInternal(appId)) {
            within.add(new Subject(null, mode, null, null));
        }
        return within;
    }

    /// Whether metrics count it: the live mode of customers, as the statistics of all apps do.
    boolean isOfCustomer() {
        return mode == Mode.LIVE && appId != null && !Apps.isInternal(appId);
    }

    /// The same without the type.
    Subject ofAnyType() {
        return new Subject(appId, mode, endpointId, null);
    }

    /// The same without type and endpoint.
    Subject ofApp() {
        return new Subject(appId, mode, null, null);
    }
}

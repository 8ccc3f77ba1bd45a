package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.web.site.StatusBadge;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/// Which endpoints subscribe to which event types, from memory.
public final class Subscribers {

    private final RoutingTable routes;
    private final AccessCache accessCache;

    public Subscribers(RoutingTable routes, AccessCache accessCache) {
        this.routes = routes;
        this.accessCache = accessCache;
    }

    /// An endpoint that takes a type.
    ///
    /// @param takes the patterns it is set to
    public record Subscriber(
            String id, String url, String app, StatusBadge badge, String takes, boolean isActive) {

        public String href() {
            return "/ui/endpoints/" + id;
        }
    }

    /// To be called before a page is made: an endpoint may just have been created.
    public void refresh() throws SQLException {
        routes.refreshed();
    }

    /// The number of subscribers, of all apps. Disabled endpoints do not count.
    public long count(String type, Mode mode) {
        return routes.current().endpoints().stream()
                .filter(endpoint -> isMeant(endpoint, type, mode))
                .count();
    }

    /// The oldest subscribers.
    public List<Subscriber> of(String type, Mode mode, int limit) {
        return routes.current().endpoints().stream()
                .filter(endpoint -> isMeant(endpoint, type, mode))
                .sorted(Comparator.comparing(Endpoint::id))
                .limit(limit)
                .map(this::subscriber)
                .toList();
    }

    /// The number of endpoints of an app, including disabled ones.
    public long ofApp(UUID app, Mode mode) {
        return routes.current().endpoints().stream()
                .filter(endpoint -> endpoint.appId().equals(app) && endpoint.mode() == mode)
                .count();
    }

    private static boolean isMeant(Endpoint endpoint, String type, Mode mode) {
        return endpoint.mode() == mode
                && endpoint.state() != EndpointState.DISABLED
                && endpoint.takes(type);
    }

    public Subscriber subscriber(Endpoint endpoint) {
        return new Subscriber(
                IdKind.ENDPOINT.format(endpoint.id()),
                endpoint.url(),
                accessCache.uid(endpoint.appId()),
                StatusBadge.of(endpoint.state()),
                String.join(", ", endpoint.eventTypes()),
                endpoint.state() == EndpointState.ACTIVE);
    }
}

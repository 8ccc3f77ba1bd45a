package dev.waybill.web.site.endpoint;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.routing.RoutingTable;
import java.util.List;
import java.util.UUID;

/// The display names of endpoints and apps, from memory.
public final class EndpointNames {

    private final RoutingTable routes;
    private final AccessCache accessCache;

    public EndpointNames(RoutingTable routes, AccessCache accessCache) {
        this.routes = routes;
        this.accessCache = accessCache;
    }

    /// An endpoint as lists show it; one that is gone is known by its id only.
    public record Named(UUID id, String text, String url, String app) {

        public String publicId() {
            return IdKind.ENDPOINT.format(id);
        }

        public String href() {
            return "/ui/endpoints/" + publicId();
        }
    }

    public Named of(UUID id) {
        var endpoint = routes.current().endpoint(id);
        if (endpoint == null) {
            return new Named(id, IdKind.ENDPOINT.format(id), "", "");
        }
        var text = endpoint.url().replaceFirst("^https?://", "");
        return new Named(id, text, endpoint.url(), accessCache.uid(endpoint.appId()));
    }

    /// The format in which it receives events now.
    public EventFormat format(UUID id) {
        var endpoint = routes.current().endpoint(id);
        return endpoint == null ? EventFormat.WAYBILL : endpoint.format();
    }

    /// The names of headers that its owner has added to its requests.
    public List<String> ownHeaders(UUID id) {
        var endpoint = routes.current().endpoint(id);
        return endpoint == null ? List.of() : endpoint.credentials().headers().names();
    }
}

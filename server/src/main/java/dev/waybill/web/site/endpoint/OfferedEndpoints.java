package dev.waybill.web.site.endpoint;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import java.util.List;
import java.util.Optional;

/// The endpoints that a field suggests.
public final class OfferedEndpoints {

    /// Limit of suggested endpoints.
    private static final int COUNT_MAX = 200;

    private final Endpoints endpoints;
    private final EndpointNames names;

    public OfferedEndpoints(Endpoints endpoints, EndpointNames names) {
        this.endpoints = endpoints;
        this.names = names;
    }

    /// The endpoint whose id was entered, if the scope has it.
    public Optional<Endpoint> find(String id, Scope scope) {
        return IdKind.ENDPOINT.parse(id).flatMap(parsed -> endpoints.find(parsed, scope));
    }

    /// Newest first.
    public List<EndpointNames.Named> to(Scope scope) {
        return endpoints.page(scope, DeliveryList.AFTER_ALL, COUNT_MAX).stream()
                .map(endpoint -> names.of(endpoint.id()))
                .toList();
    }
}

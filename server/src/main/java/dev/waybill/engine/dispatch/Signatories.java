package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.deliver.sign.Signatory;
import dev.waybill.engine.routing.EndpointSecrets;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Keys ready to sign with, opened and prepared at an endpoint's first attempt after it changed.
final class Signatories {

    private static final int REMEMBERED_MAX = 100_000;

    private final EndpointSecrets secrets;
    private final ConcurrentHashMap<UUID, Prepared> prepared = new ConcurrentHashMap<>();

    Signatories(EndpointSecrets secrets) {
        this.secrets = secrets;
    }

    private record Prepared(Endpoint endpoint, Signatory signatory) {}

    Signatory of(Endpoint endpoint) {
        var known = prepared.get(endpoint.id());
        if (known != null && isSame(known.endpoint, endpoint)) {
            return known.signatory;
        }
        var signatory = secrets.signatory(endpoint);
        if (known != null || prepared.size() < REMEMBERED_MAX) {
            prepared.put(endpoint.id(), new Prepared(endpoint, signatory));
        }
        return signatory;
    }

    void forget(UUID endpointId) {
        prepared.remove(endpointId);
    }

    /// The routes keep an endpoint's object until it changes, so there is nothing to compare.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Endpoint one, Endpoint other) {
        return one == other;
    }
}

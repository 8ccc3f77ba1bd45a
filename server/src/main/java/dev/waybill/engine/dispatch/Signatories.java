package dev.waybill.engine.dispatch;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.engine.deliver.sign.Signatory;
import dev.waybill.engine.routing.EndpointSecrets;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Opened keys, ready to sign with. A key is opened at the first attempt after its endpoint
/// changed.
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

    /// By identity: the routing table keeps the same object until the endpoint changes.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Endpoint one, Endpoint other) {
        return one == other;
    }
}

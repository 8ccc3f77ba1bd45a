package dev.waybill.feature.endpoints;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Credentials;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointSettings;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.endpoint.Standing;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// An endpoint that is about to be created: its rules are checked and its defaults filled in.
public record EndpointDraft(
        UUID appId,
        Mode mode,
        EndpointSettings settings,
        SignatureScheme scheme,
        String secret,
        Map<String, String> headers) {

    public EndpointDraft {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /// Keeps secrets out of logs and messages.
    @Override
    public String toString() {
        return "EndpointDraft[" + settings.url() + "]";
    }

    Endpoint endpoint(UUID id, Credentials credentials, Instant now) {
        return new Endpoint(
                id, appId, mode, settings, credentials, Standing.active(now), now, now, false);
    }
}

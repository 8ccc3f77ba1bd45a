package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// The session of a customer in the portal.
///
/// @param appName the name of the customer's app
/// @param origins the pages that may show the portal in a frame
public record PortalSession(
        UUID linkId,
        UUID appId,
        String appName,
        Mode mode,
        Set<Capability> capabilities,
        Instant endsAt,
        List<String> origins,
        PortalLook look) {

    public PortalSession {
        capabilities = Set.copyOf(capabilities);
        origins = List.copyOf(origins);
    }

    public boolean may(Capability capability) {
        return capabilities.contains(capability);
    }

    /// The objects of the customer's app.
    public Scope scope() {
        return new Scope(appId, mode);
    }
}

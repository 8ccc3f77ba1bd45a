package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// A customer who is in, by the link that let them in.
///
/// @param appName what the platform calls the customer
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

    /// Their own things, and nobody else's.
    public Scope scope() {
        return new Scope(appId, mode);
    }
}

package dev.waybill.web.dashboard.apps;

import dev.waybill.domain.access.Capability;
import dev.waybill.feature.portal.PortalLink;
import dev.waybill.web.site.Format;
import java.time.Instant;
import java.util.stream.Collectors;

/// Links to the portal as the page of an app lists them.
public final class PortalLinkText {

    private PortalLinkText() {}

    /// The permissions of a link.
    public static String permissions(PortalLink link) {
        return link.capabilities().isEmpty()
                ? "read"
                : link.capabilities().stream()
                        .map(Capability::code)
                        .sorted()
                        .map(Format::words)
                        .collect(Collectors.joining(", "));
    }

    /// The end of its session, or of the link if it was not used.
    public static Instant end(PortalLink link) {
        var end = link.sessionEndsAt();
        return end == null ? link.expiresAt() : end;
    }
}

package dev.waybill.feature.portal;

import java.util.List;

/// The look of the sign-in page of the portal, by the link that is used.
///
/// @param origins the pages that may show it in a frame
public record Branding(List<String> origins, PortalLook look) {

    public Branding {
        origins = List.copyOf(origins);
    }
}

package dev.waybill.feature.portal;

import java.util.List;

/// What the entrance shows before it is known who comes, by the link they come with.
///
/// @param origins the pages that may show it in a frame
public record Branding(List<String> origins, PortalLook look) {

    public Branding {
        origins = List.copyOf(origins);
    }
}

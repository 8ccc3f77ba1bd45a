package dev.waybill.web.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.feature.portal.PortalSession;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Preferences;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What every page of the portal shows around its own matter.
///
/// @param tab null on a page outside of them
/// @param trail the pages above this one
/// @param notice what was just done, if anything
/// @param accent the stylesheet with the platform's colour; null without one
public record PortalLayout(
        String title,
        @Nullable Tab tab,
        List<Layout.Crumb> trail,
        PortalSession guest,
        Preferences preferences,
        Link here,
        Instant now,
        @Nullable Notice notice,
        Layout.Files files,
        @Nullable String accent) {

    public boolean may(Capability capability) {
        return guest.may(capability);
    }

    public boolean isTest() {
        return guest.mode() == Mode.TEST;
    }

    /// What the platform calls itself.
    public String product() {
        return guest.look().product().isEmpty() ? "Webhooks" : guest.look().product();
    }

    /// The pages that may be told how high this one is.
    public String origins() {
        return String.join(" ", guest.origins());
    }
}

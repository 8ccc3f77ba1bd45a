package dev.waybill.web.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.feature.portal.PortalSession;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.PageLayout;
import dev.waybill.web.site.Preferences;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The frame around the content of the portal's pages.
///
/// @param tab null on a page outside of them
/// @param trail the pages above this one
/// @param notice the message about a completed action; null if there is none
/// @param accent the stylesheet with the platform's colour; null without one
public record PortalLayout(
        String title,
        @Nullable Tab tab,
        List<Layout.Crumb> trail,
        PortalSession session,
        Preferences preferences,
        Link here,
        Instant now,
        @Nullable Notice notice,
        Layout.Files files,
        @Nullable String accent)
        implements PageLayout {

    public boolean may(Capability capability) {
        return session.may(capability);
    }

    @Override
    public boolean isTest() {
        return session.mode() == Mode.TEST;
    }

    @Override
    public List<Layout.Crumb> exits() {
        return Stream.of(Tab.ENDPOINTS, Tab.DELIVERIES)
                .map(tab -> new Layout.Crumb(tab.title(), tab.path()))
                .toList();
    }

    /// The name of the platform.
    public String product() {
        return session.look().product().isEmpty() ? "Webhooks" : session.look().product();
    }

    /// The address to return to; null if the platform names none.
    public @Nullable String returnUrl() {
        return session.look().returnUrl();
    }

    /// The origins that may learn the height of this page.
    public String origins() {
        return String.join(" ", session.origins());
    }
}

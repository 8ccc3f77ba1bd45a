package dev.waybill.ui.portal;

import dev.waybill.api.Caller;
import dev.waybill.audit.Act;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Role;
import dev.waybill.domain.Scope;
import dev.waybill.http.Request;
import dev.waybill.portal.Guest;
import dev.waybill.ui.Layout;
import dev.waybill.ui.Link;
import dev.waybill.ui.Notice;
import dev.waybill.ui.Theme;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One request for a page of the portal, by a customer who is in.
public record PortalVisit(Request request, Guest guest, Instant now, Layout.Files files) {

    /// Their own things, whatever the address says.
    public Scope scope() {
        return guest.scope();
    }

    /// As who they ask: a customer's key could do the same.
    public Caller caller() {
        return new Caller(
                IdKind.PORTAL_LINK.format(guest.linkId()),
                Role.APP,
                guest.appId(),
                guest.mode(),
                false);
    }

    /// What they do with this request. The audit log says that it was done in the portal.
    public Act act() {
        var act = caller().act(request);
        return new Act(act.actor(), "portal " + act.source(), act.requestId());
    }

    /// What the address says, if it says anything.
    public Optional<String> param(String name) {
        return request.query(name).map(String::strip).filter(text -> !text.isEmpty());
    }

    /// This address, without what was just done.
    public Link here() {
        return Link.of(request).without(Notice.PARAMETER);
    }

    public PortalLayout layout(String title, @Nullable Tab tab, Layout.Crumb... trail) {
        return new PortalLayout(
                title,
                tab,
                List.of(trail),
                guest,
                Theme.of(request),
                here(),
                now,
                param(Notice.PARAMETER).flatMap(Notice::of).orElse(null),
                files,
                Accent.stylesheet(guest.look()).orElse(null));
    }
}

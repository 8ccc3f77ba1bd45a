package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.portal.PortalSession;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Preferences;
import dev.waybill.web.site.SiteVisit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request for a page of the portal, by a customer who is signed in.
///
/// @param here see [dev.waybill.web.site.BackLinks#here]
public record PortalVisit(
        Request request, PortalSession session, Instant now, Layout.Files files, Link here)
        implements SiteVisit {

    /// The customer's own app, regardless of the address.
    @Override
    public Scope scope() {
        return session.scope();
    }

    /// The caller, with the rights of a key of the customer's app.
    public Caller caller() {
        return new Caller(
                IdKind.PORTAL_LINK.format(session.linkId()),
                Role.APP,
                session.appId(),
                session.mode(),
                false);
    }

    /// The actor of this request. Its source shows that the action was taken in the portal.
    @Override
    public Actor actor() {
        var actor = Access.actor(caller(), request);
        return new Actor(actor.id(), "portal " + actor.source(), actor.requestId());
    }

    @Override
    public List<String> frameOrigins() {
        return session.origins();
    }

    /// Links to the dashboard are not shown to customers.
    @Override
    public @Nullable Notice notice() {
        var notice = SiteVisit.super.notice();
        return notice == null || notice.href() != null ? null : notice;
    }

    public PortalLayout layout(String title, @Nullable Tab tab, Layout.Crumb... trail) {
        return new PortalLayout(
                title,
                tab,
                List.of(trail),
                session,
                Preferences.of(request),
                here,
                now,
                notice(),
                files,
                Accent.stylesheet(session.look()).orElse(null));
    }
}

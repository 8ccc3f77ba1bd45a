package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.feature.portal.Branding;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Origin;
import dev.waybill.web.site.PreferenceForms;
import dev.waybill.web.site.Theme;
import dev.waybill.web.template.portal.JteEnterGenerated;
import dev.waybill.web.template.portal.JteExpiredGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/portal/enter`, `/portal/expired` and `/portal/leave`: signing in by a link, and signing out.
final class PortalSignIn {

    private static final int FORM_BYTES_MAX = 8 * 1024;
    private static final String EXPIRED = "/portal/expired";

    /// A parameter of the first page after sign-in: if the cookie is missing there, the browser
    /// does not store it.
    private static final String ENTERED = "entered";

    private final PortalLinks links;
    private final PortalPages pages;

    PortalSignIn(PortalLinks links, PortalPages pages) {
        this.links = links;
        this.pages = pages;
    }

    List<Route> routes() {
        var preferences = new PreferenceForms("/portal", PortalCookie::placement);
        return List.of(
                Route.waiting("GET", "/portal", _ -> Response.seeOther(Tab.ENDPOINTS.path())),
                Route.waiting("GET", "/portal/enter", this::form),
                Route.waiting("POST", "/portal/enter", this::enter).taking(FORM_BYTES_MAX),
                Route.waiting("GET", EXPIRED, this::expired),
                Route.waiting("POST", "/portal/leave", this::leave),
                preferences.theme(),
                preferences.times());
    }

    private Response form(Request request) {
        var link = request.query("link").orElse("");
        var door = door(link);
        var page =
                Html.render(out ->
                        JteEnterGenerated.render(
                                out,
                                null,
                                Theme.of(request),
                                pages.files(),
                                Accent.stylesheet(door.look()).orElse(null),
                                link));
        return Html.response(request, 200, page, door.origins());
    }

    private Response enter(Request request) {
        var form = Form.of(request);
        var link = form.text("link");
        try {
            Origin.requireOwn(request);
        } catch (Problem problem) {
            return out(SignInRefusal.OVER, link);
        }
        return switch (links.enter(form.text("code"), source(request), request.id())) {
            case PortalLinks.Entry.In(var used, var token) ->
                    PortalCookie.set(
                            Response.seeOther(
                                    Link.to(Tab.ENDPOINTS.path())
                                            .with(ENTERED, IdKind.PORTAL_LINK.format(used.id()))
                                            .toString()),
                            request,
                            token,
                            used.sessionLife());
            case PortalLinks.Entry.Used _ -> out(SignInRefusal.USED, link);
            case PortalLinks.Entry.Over _ -> out(SignInRefusal.OVER, link);
        };
    }

    private static String source(Request request) {
        return "portal " + request.source();
    }

    /// The answer to a customer who is not signed in. The cookie identifies the last session.
    static Response shownOut(Request request) {
        var entered = request.query(ENTERED);
        return entered.isPresent() && PortalCookie.find(request).isEmpty()
                ? out(SignInRefusal.COOKIES, entered.get())
                : out(SignInRefusal.ENDED, null);
    }

    private static Response out(SignInRefusal why, @Nullable String link) {
        return Response.seeOther(
                Link.to(EXPIRED).with("why", why.code()).with("link", link).toString());
    }

    private Response expired(Request request) {
        var why = SignInRefusal.of(request.query("why").orElse(""));
        var door =
                request.query("link")
                        .map(this::door)
                        .orElseGet(() ->
                                PortalCookie.find(request)
                                        .map(links::doorOf)
                                        .orElseGet(links::usualDoor));
        var page =
                Html.render(out ->
                        JteExpiredGenerated.render(
                                out,
                                null,
                                Theme.of(request),
                                pages.files(),
                                Accent.stylesheet(door.look()).orElse(null),
                                why,
                                door.look()));
        return Html.response(request, 200, page, door.origins());
    }

    private Branding door(String link) {
        return IdKind.PORTAL_LINK.parse(link).map(links::door).orElseGet(links::usualDoor);
    }

    private Response leave(Request request) {
        Origin.requireOwn(request);
        var found = PortalCookie.find(request).flatMap(links::session);
        if (found.isEmpty()) {
            return shownOut(request);
        }
        var session = found.get();
        links.leave(session, source(request), request.id());
        // The cookie is deleted, so that only the link decides which pages may show this one in
        // a frame.
        var link = IdKind.PORTAL_LINK.format(session.linkId());
        return PortalCookie.clear(out(SignInRefusal.LEFT, link), request);
    }
}

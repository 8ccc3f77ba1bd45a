package dev.waybill.web.site;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.users.Account;
import dev.waybill.feature.users.Session;
import dev.waybill.feature.users.Sessions;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Cookies;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import java.util.Optional;

/// Identifies visitors by their cookie.
final class Visitors {

    /// The prefix makes browsers refuse the cookie from another host, a parent domain or plain
    /// HTTP.
    private static final String COOKIE = "__Host-waybill";

    /// For pages over plain HTTP from another machine, where browsers do not accept the prefix.
    private static final String PLAIN_COOKIE = "waybill";

    private final Sessions sessions;

    Visitors(Sessions sessions) {
        this.sessions = sessions;
    }

    /// The source of a change on a page, as the audit log shows it.
    static Actor onPage(Actor actor) {
        return new Actor(actor.id(), "ui " + actor.source(), actor.requestId());
    }

    Optional<Visitor> find(Request request) {
        return Cookies.find(request, cookie(request))
                .flatMap(token ->
                        sessions.find(token)
                                .map(session -> new Visitor(caller(session), token, session)));
    }

    private static Caller caller(Session session) {
        return caller(session.account(), session.role(), session.mode());
    }

    /// The caller with this account.
    static Caller caller(Account account, Role role, Mode mode) {
        var userId = account.userId();
        if (userId != null) {
            return Access.user(userId, role, mode);
        }
        return account.keyId() == null
                ? Access.settingsAdmin(mode)
                : new Caller(IdKind.KEY.format(account.keyId()), role, null, mode, false);
    }

    static Response signedIn(Response response, Request request, String token) {
        return withCookie(response, request, token, Sessions.LIFE_MAX.toSeconds());
    }

    static Response signedOut(Response response, Request request) {
        return withCookie(response, request, "", 0);
    }

    private static Response withCookie(
            Response response, Request request, String value, long seconds) {
        var cookie =
                cookie(request)
                        + "="
                        + value
                        + "; Path=/; HttpOnly; SameSite=Lax; Max-Age="
                        + seconds
                        + (Origin.isPrivate(request) ? "; Secure" : "");
        return response.with("Set-Cookie", cookie);
    }

    private static String cookie(Request request) {
        return Origin.isPrivate(request) ? COOKIE : PLAIN_COOKIE;
    }
}

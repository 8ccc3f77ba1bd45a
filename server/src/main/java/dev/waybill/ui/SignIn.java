package dev.waybill.ui;

import dev.waybill.access.Sessions;
import dev.waybill.api.Access;
import dev.waybill.api.Caller;
import dev.waybill.audit.Act;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Right;
import dev.waybill.http.Form;
import dev.waybill.http.Problem;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.ui.template.page.JteSetupGenerated;
import dev.waybill.ui.template.page.JteSignInGenerated;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/ui/login`, `/ui/setup` and `/ui/logout`: coming and going.
final class SignIn {

    private static final int FORM_BYTES_MAX = 8 * 1024;

    private final Access access;
    private final Sessions sessions;
    private final Pages pages;

    SignIn(Access access, Sessions sessions, Pages pages) {
        this.access = access;
        this.sessions = sessions;
        this.pages = pages;
    }

    List<Route> routes() {
        return List.of(
                Route.waiting("GET", "/ui/login", this::form),
                Route.waiting("POST", "/ui/login", this::signIn),
                Route.waiting("GET", "/ui/setup", request -> setup(request, 200, null)),
                Route.waiting("POST", "/ui/setup", this::redeem),
                pages.action(Right.READ, "/ui/logout", this::signOut),
                pages.action(Right.READ, "/ui/mode", this::switchMode));
    }

    private Response form(Request request) {
        var next = Link.ours(request.query("next").orElse(Link.HOME));
        return pages.visitor(request).isPresent()
                ? Response.seeOther(next)
                : form(request, 200, next, null);
    }

    private Response form(Request request, int status, String next, @Nullable String problem) {
        boolean open = !Origin.isPrivate(request);
        return Html.response(
                request,
                status,
                Html.render(out ->
                        JteSignInGenerated.render(
                                out, null, Theme.of(request), pages.files(), next, problem, open)));
    }

    private Response signIn(Request request) {
        var form = Form.of(request, FORM_BYTES_MAX);
        var next = Link.ours(form.text("next"));
        Caller caller;
        try {
            Origin.requireOwn(request);
            caller = access.holder(form.text("key"));
        } catch (Problem problem) {
            return form(request, problem.type().status(), next, problem.detail());
        }
        return switch (caller.role()) {
            case ADMIN, OPERATOR, VIEWER -> {
                var token = sessions.open(keyId(caller), caller.mode(), act(caller, request));
                yield Visitors.signedIn(Response.seeOther(next), request, token);
            }
            case PRODUCER ->
                    form(request, 403, next, "This key publishes events; it sees no pages.");
            case APP ->
                    form(request, 403, next, "This key is a customer's; it sees no pages here.");
        };
    }

    private static @Nullable UUID keyId(Caller caller) {
        return IdKind.KEY.parse(caller.actor()).orElse(null);
    }

    private static Act act(Caller caller, Request request) {
        return Visitors.onPage(caller.act(request));
    }

    private Response setup(Request request, int status, @Nullable String problem) {
        return Html.response(
                request,
                status,
                Html.render(out ->
                        JteSetupGenerated.render(
                                out, null, Theme.of(request), pages.files(), problem)));
    }

    private Response redeem(Request request) {
        try {
            Origin.requireOwn(request);
        } catch (Problem problem) {
            return setup(request, problem.type().status(), problem.detail());
        }
        var code = Form.of(request, FORM_BYTES_MAX).text("code");
        return sessions.redeem(code, keyId -> act(holder(keyId), request))
                .map(token -> Visitors.signedIn(Response.seeOther(Link.HOME), request, token))
                .orElseGet(() ->
                        setup(request, 403, "This link was used before, or its time is over."));
    }

    private static Caller holder(@Nullable UUID keyId) {
        var admin = Access.settingsAdmin(Mode.LIVE);
        return keyId == null
                ? admin
                : new Caller(IdKind.KEY.format(keyId), admin.role(), null, Mode.LIVE, false);
    }

    private Response signOut(Visit visit, Form form) {
        sessions.end(visit.visitor().token(), visit.act());
        return Visitors.signedOut(Response.seeOther("/ui/login"), visit.request());
    }

    private Response switchMode(Visit visit, Form form) {
        Mode.of(form.text("mode"))
                .ifPresent(mode -> sessions.switchMode(visit.visitor().token(), mode));
        return Response.seeOther(Link.HOME);
    }
}

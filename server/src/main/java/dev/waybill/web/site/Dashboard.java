package dev.waybill.web.site;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.feature.users.UsersFeature;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ToIntFunction;

/// The dashboard: sign-in, files and the pages that are added to it.
public final class Dashboard extends Site<Pages> {

    /// @param firing counts the alerts that fire and that a visitor may see
    public Dashboard(
            Access access, UsersFeature feature, ToIntFunction<Scope> firing, InstantSource clock) {
        super(new Pages(access, new Visitors(feature.sessions()), firing, clock));
        var users = feature.users();
        var sessions = feature.sessions();
        var passwords = feature.passwords();
        // The host alone leads to the dashboard.
        add(List.of(Route.waiting("GET", "/", _ -> Response.seeOther(Link.HOME))));
        var preferences = new PreferenceForms("/ui", _ -> "; SameSite=Lax");
        add(List.of(preferences.theme(), preferences.times(), preferences.keys()));
        add(new Setup(sessions, users, feature.service(), pages).routes());
        add(new PasswordPage(users, passwords).routes(pages));
        add(new SignIn(access, sessions, users, passwords, pages).routes());
    }

    @Override
    protected Route rest(SitePages.View<SiteVisit> nothing) {
        return pages.page(Right.READ, "/ui/{*}", nothing::show);
    }
}

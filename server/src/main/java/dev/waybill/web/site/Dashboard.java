package dev.waybill.web.site;

import dev.waybill.domain.access.Right;
import dev.waybill.feature.users.Passwords;
import dev.waybill.feature.users.Sessions;
import dev.waybill.feature.users.UserService;
import dev.waybill.feature.users.Users;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The dashboard: sign-in, files and the pages that are given to it.
public final class Dashboard {

    private final Pages pages;
    private final List<Route> routes = new ArrayList<>();

    public Dashboard(
            Access access,
            Sessions sessions,
            Users users,
            UserService userService,
            Passwords passwords,
            InstantSource clock) {
        var assets = Assets.dashboard();
        this.pages = new Pages(access, new Visitors(sessions), assets, clock);
        // Whoever types the address alone means this.
        routes.add(Route.waiting("GET", "/", _ -> Response.seeOther(Link.HOME)));
        routes.add(assets.route());
        var preferences = new PreferenceForms("/ui", _ -> "; SameSite=Lax");
        routes.addAll(List.of(preferences.theme(), preferences.times(), preferences.keys()));
        routes.addAll(new Setup(sessions, users, userService, pages).routes());
        routes.addAll(new PasswordPage(users, passwords).routes(pages));
        routes.addAll(new SignIn(access, sessions, users, passwords, pages).routes());
    }

    public Dashboard with(Function<Pages, List<Route>> page) {
        routes.addAll(page.apply(pages));
        return this;
    }

    /// The last one answers whatever else is asked here, by a page as all others.
    public List<Route> routes() {
        var all = new ArrayList<>(routes);
        all.add(
                pages.page(
                        Right.READ,
                        "/ui/{*}",
                        visit -> {
                            throw Problem.nothingAt(visit.request().path());
                        }));
        return all;
    }
}

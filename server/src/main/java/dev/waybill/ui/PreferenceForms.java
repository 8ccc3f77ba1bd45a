package dev.waybill.ui;

import dev.waybill.http.Form;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.util.List;
import java.util.Set;

/// `/ui/theme`, `/ui/times` and `/ui/keys`: what visitors set for their own browser. For who is not
/// signed in too: it concerns nobody else.
final class PreferenceForms {

    private static final int FORM_BYTES_MAX = 8 * 1024;
    private static final long YEAR_SECONDS = 31_536_000;

    List<Route> routes() {
        return List.of(
                Route.waiting(
                        "POST",
                        "/ui/theme",
                        request -> set(request, Theme.COOKIE, "theme", "system", "light", "dark")),
                Route.waiting(
                        "POST",
                        "/ui/times",
                        request -> set(request, Preferences.TIMES_COOKIE, "times", "utc", "local")),
                Route.waiting(
                        "POST",
                        "/ui/keys",
                        request -> set(request, Preferences.KEYS_COOKIE, "keys", "on", "off")));
    }

    /// What is none of the words is the first of them.
    private static Response set(Request request, String cookie, String field, String... words) {
        Origin.requireOwn(request);
        var form = Form.of(request, FORM_BYTES_MAX);
        var word = form.text(field);
        var value = Set.of(words).contains(word) ? word : words[0];
        return Response.seeOther(Link.ours(form.text("back")))
                .with(
                        "Set-Cookie",
                        cookie + "=" + value + "; Path=/ui; SameSite=Lax; Max-Age=" + YEAR_SECONDS);
    }
}

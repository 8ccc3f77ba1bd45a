package dev.waybill.web.site;

import dev.waybill.web.http.Form;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import java.util.SequencedMap;
import java.util.function.Function;

/// Stores preferences in the browser, in the dashboard and in the portal, also without a session.
public final class PreferenceForms {

    private static final int FORM_BYTES_MAX = 8 * 1024;
    private static final long YEAR_SECONDS = 31_536_000;

    private final String home;
    private final Function<Request, String> placement;

    /// @param home the address that all of these pages begin with
    /// @param placement the cookie attributes that limit where it is sent
    public PreferenceForms(String home, Function<Request, String> placement) {
        this.home = home;
        this.placement = placement;
    }

    public Route theme() {
        return form("theme", Theme.COOKIE, Preferences.THEMES);
    }

    public Route times() {
        return form("times", Preferences.TIMES_COOKIE, Preferences.TIMES);
    }

    Route keys() {
        return form("keys", Preferences.KEYS_COOKIE, Preferences.KEYS);
    }

    private Route form(String field, String cookie, SequencedMap<String, String> words) {
        return Route.waiting(
                        "POST", home + "/" + field, request -> set(request, field, cookie, words))
                .taking(FORM_BYTES_MAX);
    }

    /// Any other value is replaced by the default.
    private Response set(
            Request request, String field, String cookie, SequencedMap<String, String> words) {
        Origin.requireOwn(request);
        var form = Form.of(request);
        var word = form.text(field);
        var value = words.containsKey(word) ? word : words.firstEntry().getKey();
        var back = Link.ours(form.text("back"));
        return Response.seeOther(back.startsWith(home) ? back : home)
                .with(
                        "Set-Cookie",
                        "%s=%s; Path=%s; Max-Age=%d%s"
                                .formatted(
                                        cookie,
                                        value,
                                        home,
                                        YEAR_SECONDS,
                                        placement.apply(request)));
    }
}

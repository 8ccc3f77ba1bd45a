package dev.waybill.web.site;

import dev.waybill.web.http.Cookies;
import dev.waybill.web.http.Request;
import java.util.SequencedMap;

/// The preferences of a visitor, kept in cookies.
///
/// @param utc whether times are shown in UTC instead of the browser's time zone
/// @param keys whether single keys do something
public record Preferences(Theme theme, boolean utc, boolean keys) {

    /// The options: the stored value and its label. The first is the default.
    public static final SequencedMap<String, String> THEMES =
            Choices.of("system", "System", "light", "Light", "dark", "Dark");

    public static final SequencedMap<String, String> TIMES =
            Choices.of("utc", "UTC", "local", "Local");
    public static final SequencedMap<String, String> KEYS = Choices.of("on", "On", "off", "Off");

    static final String TIMES_COOKIE = "waybill-times";
    static final String KEYS_COOKIE = "waybill-keys";

    public static Preferences of(Request request) {
        return new Preferences(
                Theme.of(request),
                !Cookies.find(request, TIMES_COOKIE).orElse("").equals("local"),
                !Cookies.find(request, KEYS_COOKIE).orElse("").equals("off"));
    }

    public String timesWord() {
        return utc ? "utc" : "local";
    }

    public String keysWord() {
        return keys ? "on" : "off";
    }
}

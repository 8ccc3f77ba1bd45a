package dev.waybill.web.site;

import dev.waybill.web.http.Cookies;
import dev.waybill.web.http.Request;
import java.util.Locale;

/// The theme: light, dark, or that of the system.
public enum Theme {
    SYSTEM,
    LIGHT,
    DARK;

    public static final String COOKIE = "waybill-theme";

    public static Theme of(Request request) {
        return Cookies.find(request, COOKIE).map(Theme::of).orElse(SYSTEM);
    }

    public static Theme of(String word) {
        for (var theme : values()) {
            if (theme.code().equals(word)) {
                return theme;
            }
        }
        return SYSTEM;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}

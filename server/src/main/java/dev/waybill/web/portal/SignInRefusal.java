package dev.waybill.web.portal;

import java.util.Locale;

/// Why somebody is not in.
public enum SignInRefusal {
    USED(
            "This link was used before",
            "Each link works once. Open the portal again from where you came from to get a new"
                    + " one."),
    OVER(
            "This link is no longer good",
            "Its time is over, or it was withdrawn. Open the portal again from where you came"
                    + " from to get a new one."),
    MISSING(
            "Something of the link is missing",
            "The part behind the # lets you in, and it did not arrive. Open the link again, all"
                    + " of it."),
    COOKIES(
            "Your browser keeps no cookie for this page",
            "The portal knows you by a cookie. Allow it for this site, then open the portal"
                    + " again from where you came from."),
    ENDED(
            "Your visit is over",
            "You were shown out because the time was up, or the link was withdrawn. Open the"
                    + " portal again from where you came from."),
    LEFT("You have left", "Open the portal again from where you came from.");

    private final String title;
    private final String text;

    SignInRefusal(String title, String text) {
        this.title = title;
        this.text = text;
    }

    public String title() {
        return title;
    }

    public String text() {
        return text;
    }

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static SignInRefusal of(String word) {
        for (var why : values()) {
            if (why.code().equals(word)) {
                return why;
            }
        }
        return ENDED;
    }
}

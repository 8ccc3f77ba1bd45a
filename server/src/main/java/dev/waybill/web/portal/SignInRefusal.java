package dev.waybill.web.portal;

import dev.waybill.web.site.Icon;
import java.util.Locale;

/// The reason why a customer is not signed in.
public enum SignInRefusal {
    USED(
            "This link was used before",
            "Each link works once. Open the portal again from where you came from to get a new"
                    + " one."),
    OVER(
            "This link is no longer valid",
            "It has expired, or it was withdrawn. Open the portal again from where you came"
                    + " from to get a new one."),
    MISSING(
            "Part of the link is missing",
            "The part after the # signs you in, and it did not arrive. Open the complete link"
                    + " again."),
    COOKIES(
            "Your browser does not store a cookie for this page",
            "The portal recognizes you by a cookie. Allow it for this site, then open the portal"
                    + " again from where you came from."),
    ENDED(
            "Your session has ended",
            "Its time was up, or the link was withdrawn. Open the portal again from where you"
                    + " came from."),
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

    public Icon icon() {
        return this == LEFT ? Icon.CHECK : Icon.HOURGLASS;
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

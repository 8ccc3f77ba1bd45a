package dev.waybill.web.site.text;

/// Texts of the pages for signing in and for passwords.
public final class SignInMessages {

    public static final String PRODUCER_KEY = "This key publishes events. It cannot sign in.";

    public static final String APP_KEY = "This key belongs to a customer. It cannot sign in here.";

    public static final String WRONG = "The name or the password is wrong.";

    public static final String BUSY = "Too many users are signing in. Try again.";

    public static final String LINK_OVER = "This link was used before, or it has expired.";

    public static final String KEY_WITHOUT_PASSWORD =
            "You signed in with a key, which has no password.";

    public static final String WRONG_PASSWORD = "This is not your current password.";

    public static final String DISABLED = "Your user has just been disabled.";

    private SignInMessages() {}

    public static String tooMany(String wait) {
        return "Too many failed attempts. Try again in " + wait + ".";
    }

    public static String taken(String name) {
        return "There is already a user called " + name + ".";
    }
}

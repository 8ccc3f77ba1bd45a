package dev.waybill.domain.command;

import java.util.Locale;
import java.util.regex.Pattern;

/// The e-mail addresses that Waybill sends to: the plain ASCII form. Quoted names, comments and
/// line breaks are refused, because they could inject headers or recipients.
public final class EmailAddress {

    /// By RFC 5321.
    public static final int LENGTH_MAX = 254;

    private static final Pattern PLAIN =
            Pattern.compile(
                    "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
                            + "@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
                            + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");

    private static final int LOCAL_LENGTH_MAX = 64;

    private EmailAddress() {}

    public static boolean isPlain(String text) {
        return text.length() <= LENGTH_MAX
                && text.indexOf('@') <= LOCAL_LENGTH_MAX
                && PLAIN.matcher(text).matches();
    }

    /// The form by which two spellings of an address are compared. Servers that distinguish the
    /// case of names exist only in standards.
    public static String normal(String address) {
        return address.toLowerCase(Locale.ROOT);
    }
}

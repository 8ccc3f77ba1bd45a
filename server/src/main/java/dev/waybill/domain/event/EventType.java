package dev.waybill.domain.event;

import java.util.regex.Pattern;

/// Names of event types, and the patterns by which endpoints choose them. A name is `[a-zA-Z0-9_]`
/// segments joined by dots; a pattern is a name, `*`, or a name whose last segment is `*`.
public final class EventType {

    /// Long enough for any known catalog; short enough for every index and header.
    public static final int LENGTH_MAX = 128;

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)*");
    private static final Pattern PATTERN =
            Pattern.compile("\\*|[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)*(\\.\\*)?");

    private EventType() {}

    public static boolean isName(String text) {
        return text.length() <= LENGTH_MAX && NAME.matcher(text).matches();
    }

    public static boolean isPattern(String text) {
        return text.length() <= LENGTH_MAX && PATTERN.matcher(text).matches();
    }

    /// `filing.*` matches `filing.accepted` and `filing.a.b`, but neither `filing` nor
    /// `filings.accepted`.
    public static boolean matches(String pattern, String name) {
        if (pattern.equals("*")) {
            return true;
        }
        if (!pattern.endsWith(".*")) {
            return pattern.equals(name);
        }
        return name.startsWith(pattern.substring(0, pattern.length() - 1));
    }
}

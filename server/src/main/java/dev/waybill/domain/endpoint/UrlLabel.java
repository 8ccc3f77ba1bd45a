package dev.waybill.domain.endpoint;

/// Names an endpoint outside of the pages that show it: in messages, subjects and logs. URLs may
/// carry secrets in the path or query, and may be long, so the label has the scheme, the host and
/// the beginning of the path.
public final class UrlLabel {

    /// Segments of the path are shown while they fit.
    static final int PATH_LENGTH_MAX = 16;

    private static final String MORE = "…";

    private UrlLabel() {}

    public static String of(String url) {
        int authority = url.indexOf("://") + 3;
        int path = first(url, authority, "/?#");
        int end = first(url, path, "?#");
        // The part before @ is a user name or password.
        int host = url.lastIndexOf('@', path - 1) + 1;
        var origin = url.substring(0, authority) + url.substring(Math.max(authority, host), path);
        var shown = url.substring(path, end);
        if (shown.length() > PATH_LENGTH_MAX) {
            int cut = shown.lastIndexOf('/', PATH_LENGTH_MAX - 1) + 1;
            return origin + shown.substring(0, cut) + MORE;
        }
        return origin + shown + (end < url.length() ? MORE : "");
    }

    /// The first place of one of these characters, or the end.
    private static int first(String text, int from, String characters) {
        int place = from;
        while (place < text.length() && characters.indexOf(text.charAt(place)) < 0) {
            place++;
        }
        return place;
    }
}

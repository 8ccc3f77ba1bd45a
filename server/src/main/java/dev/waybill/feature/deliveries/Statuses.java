package dev.waybill.feature.deliveries;

import java.util.Optional;
import java.util.regex.Pattern;

/// HTTP status codes: one, or all of a class.
public record Statuses(int from, int to) {

    private static final Pattern CODE = Pattern.compile("[1-5][0-9]{2}");
    private static final Pattern CLASS = Pattern.compile("[1-5]xx");

    /// Of `503`, or `5xx`.
    public static Optional<Statuses> parse(String text) {
        if (CODE.matcher(text).matches()) {
            int code = Integer.parseInt(text);
            return Optional.of(new Statuses(code, code));
        }
        if (CLASS.matcher(text).matches()) {
            int first = 100 * Character.digit(text.charAt(0), 10);
            return Optional.of(new Statuses(first, first + 99));
        }
        return Optional.empty();
    }
}

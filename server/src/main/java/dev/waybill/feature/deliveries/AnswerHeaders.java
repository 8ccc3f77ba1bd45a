package dev.waybill.feature.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/// The headers of a response that refused the delivery, by name in lower case. One that came more
/// than once has its values with a comma between them, as if it had come so.
public record AnswerHeaders(SequencedMap<String, String> values) {

    /// From a line for each. What is not UTF-8 is shown as the replacement character.
    static AnswerHeaders of(byte[] lines) {
        var values = new LinkedHashMap<String, String>();
        for (var line : new String(lines, UTF_8).lines().toList()) {
            int colon = line.indexOf(": ");
            values.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 2),
                    (first, next) -> first + ", " + next);
        }
        return new AnswerHeaders(values);
    }
}

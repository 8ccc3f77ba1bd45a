package dev.waybill.feature.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/// The headers of a response that refused the delivery, by name in lower case. The values of a
/// repeated header are joined with commas.
public record AnswerHeaders(SequencedMap<String, String> values) {

    /// Reads one header from each line. Bytes that are not UTF-8 become the replacement character.
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

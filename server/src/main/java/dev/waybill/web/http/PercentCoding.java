package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Text in URLs: bytes of UTF-8, some of them escaped. Its input has one character for each byte.
final class PercentCoding {

    private PercentCoding() {}

    /// One segment of a path.
    static String decodePath(String text) {
        return decode(text, false, null);
    }

    /// The parameters of a query; of a repeated one the last counts.
    static Map<String, String> decodeQuery(String query) {
        if (query.isEmpty()) {
            return Map.of();
        }
        var last = new LinkedHashMap<String, String>();
        decodeAll(query).forEach((name, values) -> last.put(name, values.getLast()));
        return last;
    }

    /// The same with all values of a repeated parameter, in order.
    static Map<String, List<String>> decodeAll(String query) {
        var parameters = new LinkedHashMap<String, List<String>>();
        for (var pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                var name = equals < 0 ? pair : pair.substring(0, equals);
                var value = equals < 0 ? "" : pair.substring(equals + 1);
                var decoded = decode(name, true, null);
                parameters
                        .computeIfAbsent(decoded, _ -> new ArrayList<>())
                        .add(decode(value, true, decoded));
            }
        }
        return parameters;
    }

    private static String decode(String text, boolean plusIsBlank, @Nullable String field) {
        if (text.chars().allMatch(c -> c < 0x80 && c != '%' && c != '+')) {
            return text;
        }
        var bytes = ByteBuffer.allocate(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.put(escaped(text, i, field));
                i += 2;
            } else {
                bytes.put((byte) (c == '+' && plusIsBlank ? ' ' : c));
            }
        }
        try {
            return UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw malformed(field);
        }
    }

    private static byte escaped(String text, int at, @Nullable String field) {
        int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        int low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
        if (high < 0 || low < 0) {
            throw malformed(field);
        }
        return (byte) (16 * high + low);
    }

    private static Problem malformed(@Nullable String field) {
        var detail = "The URL is not UTF-8 text with %-encoding. Encode it.";
        return field == null
                ? Problem.of(ProblemType.MALFORMED_QUERY, detail)
                : Problem.at(ProblemType.MALFORMED_QUERY, field, detail);
    }
}

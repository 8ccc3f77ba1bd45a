package dev.waybill.engine.deliver.compose;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The rules for custom headers of an endpoint. They must not change the framing, the target or the
/// apparent source of a request, nor the headers that Waybill sets.
public final class CustomHeaders {

    public static final int COUNT_MAX = 20;
    public static final int BYTES_MAX = 8 * 1024;

    /// RFC 9110, 5.6.2.
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");

    /// Framing, hop-by-hop headers, routing, and headers that make metadata services answer.
    private static final Set<String> REFUSED =
            Set.of(
                    "host",
                    "content-length",
                    "content-type",
                    "content-encoding",
                    "transfer-encoding",
                    "te",
                    "trailer",
                    "connection",
                    "keep-alive",
                    "upgrade",
                    "expect",
                    "date",
                    "via",
                    "forwarded",
                    "proxy-authorization",
                    "proxy-authenticate",
                    "proxy-connection",
                    "user-agent",
                    "traceparent",
                    "tracestate",
                    "metadata",
                    "metadata-flavor",
                    "x-aws-ec2-metadata-token",
                    "x-aws-ec2-metadata-token-ttl-seconds",
                    "x-google-metadata-request",
                    "x-metadata-token",
                    "x-real-ip",
                    "x-client-ip",
                    "x-original-url",
                    "x-rewrite-url",
                    "x-http-method-override");

    private static final List<String> REFUSED_BEGINNINGS =
            List.of("webhook-", "waybill-", "x-webhook-", "x-forwarded-", "proxy-", "sec-", ":");

    private CustomHeaders() {}

    /// A message about an invalid name; empty if the name is valid.
    public static Optional<String> problemWithName(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (!TOKEN.matcher(name).matches()) {
            return Optional.of(
                    "A header's name must be letters, digits and hyphens, without spaces.");
        }
        if (REFUSED.contains(lower) || REFUSED_BEGINNINGS.stream().anyMatch(lower::startsWith)) {
            return Optional.of("The header " + lower + " is reserved or not allowed.");
        }
        return Optional.empty();
    }

    /// A message about an invalid value. Characters beyond Latin-1 cannot be sent as written: a
    /// character narrowed to a byte could become a line feed.
    public static Optional<String> problemWithValue(String value) {
        boolean clean =
                value.chars().allMatch(c -> (c >= ' ' && c < 0x7F) || c == '\t' || isLatin(c));
        if (!clean || !value.equals(value.strip())) {
            return Optional.of(
                    "A header's value must be one line of plain text, without spaces around it.");
        }
        return Optional.empty();
    }

    public static boolean fit(Map<String, String> headers) {
        int bytes =
                headers.entrySet().stream()
                        .mapToInt(header -> header.getKey().length() + header.getValue().length())
                        .sum();
        return headers.size() <= COUNT_MAX && bytes <= BYTES_MAX;
    }

    private static boolean isLatin(int c) {
        return c >= 0xA0 && c <= 0xFF;
    }
}

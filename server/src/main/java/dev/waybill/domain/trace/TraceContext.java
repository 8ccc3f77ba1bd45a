package dev.waybill.domain.trace;

import java.util.HexFormat;
import java.util.Optional;

/// The position in a trace that one program passes to the next: the value of the header
/// `traceparent` (W3C Trace Context).
///
/// @param traceId 32 hexadecimal digits, not all zero
/// @param spanId 16 hexadecimal digits, not all zero: the span that the next one belongs to
/// @param flags those that are known here: [#SAMPLED] and [#RANDOM]
public record TraceContext(String traceId, String spanId, int flags) {

    /// The trace is recorded.
    public static final int SAMPLED = 1;

    /// The id of the trace is random. A program that continues a trace passes this on.
    public static final int RANDOM = 2;

    /// Of a value in version 00, the only one that is written here.
    private static final int LENGTH = 55;

    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int TRACE_DIGITS = 32;
    private static final int SPAN_DIGITS = 16;

    private static final HexFormat HEX = HexFormat.of();

    /// Reads a header. Empty for a malformed value, which the standard requires to be ignored.
    /// Later versions may append fields, which are dropped.
    public static Optional<TraceContext> parse(String text) {
        boolean wellFormed =
                text.length() >= LENGTH
                        && isHex(text, 0, 2)
                        && text.charAt(2) == '-'
                        && isHex(text, 3, SPAN_AT - 1)
                        && text.charAt(SPAN_AT - 1) == '-'
                        && isHex(text, SPAN_AT, FLAGS_AT - 1)
                        && text.charAt(FLAGS_AT - 1) == '-'
                        && isHex(text, FLAGS_AT, LENGTH)
                        && isVersion(text);
        if (!wellFormed) {
            return Optional.empty();
        }
        var traceId = text.substring(3, 3 + TRACE_DIGITS);
        var spanId = text.substring(SPAN_AT, SPAN_AT + SPAN_DIGITS);
        if (isZero(traceId) || isZero(spanId)) {
            return Optional.empty();
        }
        int flags = HexFormat.fromHexDigits(text, FLAGS_AT, LENGTH);
        return Optional.of(new TraceContext(traceId, spanId, flags & (SAMPLED | RANDOM)));
    }

    /// Whether a value that [#format] or [#format(long, long, long, boolean)] has written is of a
    /// recorded trace. Makes no object.
    public static boolean isSampled(String formatted) {
        return formatted.length() == LENGTH
                && (Character.digit(formatted.charAt(LENGTH - 1), 16) & SAMPLED) != 0;
    }

    /// A header of a new trace.
    ///
    /// @param high the upper half of the trace's id
    /// @param low the lower half, by which samplers decide
    /// @param span the id of the span
    public static String format(long high, long low, long span, boolean sampled) {
        return "00-" + digits(high, low) + '-' + digits(span) + (sampled ? "-01" : "-00");
    }

    /// A recorded position in a new trace. Takes the same parameters as a header.
    public static TraceContext sampled(long high, long low, long span) {
        return new TraceContext(digits(high, low), digits(span), SAMPLED);
    }

    /// The position of a span of the same trace, recorded.
    public TraceContext child(long span) {
        return new TraceContext(traceId, digits(span), flags | SAMPLED);
    }

    /// The same position in a trace that is not recorded here.
    public TraceContext unsampled() {
        return new TraceContext(traceId, spanId, flags & ~SAMPLED);
    }

    public boolean isSampled() {
        return (flags & SAMPLED) != 0;
    }

    /// The lower half of the trace's id.
    public long low() {
        return HexFormat.fromHexDigitsToLong(traceId, TRACE_DIGITS / 2, TRACE_DIGITS);
    }

    /// The value of the header.
    public String format() {
        return "00-" + traceId + '-' + spanId + "-0" + flags;
    }

    /// Version 00 has exactly these fields, ff is invalid, and others may have more.
    private static boolean isVersion(String text) {
        return text.startsWith("00")
                ? text.length() == LENGTH
                : !text.startsWith("ff") && (text.length() == LENGTH || text.charAt(LENGTH) == '-');
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String digits) {
        return digits.chars().allMatch(digit -> digit == '0');
    }

    private static String digits(long high, long low) {
        return HEX.toHexDigits(high) + digits(low);
    }

    /// The digits of an id, which must not be zero.
    private static String digits(long id) {
        return HEX.toHexDigits(id == 0 ? 1 : id);
    }
}

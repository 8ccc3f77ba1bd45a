package dev.waybill.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;

/// The events of a benchmark: 100 types, one for each endpoint, with data of 1 KB. The data begins
/// with two numbers of fixed width that the load may overwrite in place: the number of the event,
/// and its time.
public final class Payload {

    public static final int ENDPOINTS = 100;

    static final int DATA_BYTES = 1_024;
    static final String NUMBER_FIELD = "{\"n\":\"";
    static final String SENT_FIELD = "\",\"sent\":\"";
    static final int NUMBER_DIGITS = 9;
    static final int SENT_DIGITS = 19;

    private static final String PAD_FIELD = "\",\"pad\":\"";
    private static final String END = "\"}";

    private Payload() {}

    public static String eventType(int endpoint) {
        return "bench.t%02d".formatted(endpoint);
    }

    public static String path(int endpoint) {
        return "/e%02d".formatted(endpoint);
    }

    /// Random letters, so that they cannot be compressed away; the same in every run.
    public static byte[] data(int endpoint) {
        var data = new StringBuilder(DATA_BYTES);
        data.append(NUMBER_FIELD).append("0".repeat(NUMBER_DIGITS));
        data.append(SENT_FIELD).append("0".repeat(SENT_DIGITS));
        data.append(PAD_FIELD);
        var random = new SplittableRandom(endpoint);
        while (data.length() < DATA_BYTES - END.length()) {
            data.append((char) random.nextInt('a', 'z' + 1));
        }
        return data.append(END).toString().getBytes(US_ASCII);
    }

    static String event(int endpoint) {
        return "{\"type\":\"%s\",\"data\":%s}"
                .formatted(eventType(endpoint), new String(data(endpoint), US_ASCII));
    }

    static void writeDigits(byte[] text, int at, int digits, long number) {
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    static long readDigits(byte[] text, int at, int digits) {
        long number = 0;
        for (int i = at; i < at + digits; i++) {
            number = 10 * number + text[i] - '0';
        }
        return number;
    }

    /// The position after `field` in the first `length` bytes of the text, or -1.
    static int after(byte[] text, int length, String field) {
        for (int at = 0; at + field.length() <= length; at++) {
            int i = 0;
            while (i < field.length() && text[at + i] == field.charAt(i)) {
                i++;
            }
            if (i == field.length()) {
                return at + i;
            }
        }
        return -1;
    }
}

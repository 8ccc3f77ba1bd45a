package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Divides a JSON array into the texts of its items without reading them. Only strings and brackets
/// are followed, so an item with malformed JSON in it is found as long as its brackets match.
final class ArrayItems {

    private final byte[] body;
    private final int countMax;
    private final List<byte[]> items = new ArrayList<>();

    private ArrayItems(byte[] body, int countMax) {
        this.body = body;
        this.countMax = countMax;
    }

    /// The items in order.
    ///
    /// @throws Problem if the text is not one array, or has more items
    static List<byte[]> of(byte[] body, int countMax) {
        return new ArrayItems(body, countMax).divide();
    }

    private List<byte[]> divide() {
        int from = firstOfText();
        int depth = 0;
        int start = from + 1;
        for (int i = from; i < body.length; i++) {
            switch (body[i]) {
                case '"' -> i = endOfString(i);
                case '[', '{' -> depth++;
                case ',' -> {
                    if (depth == 1) {
                        add(start, i);
                        start = i + 1;
                    }
                }
                case ']', '}' -> {
                    depth--;
                    if (depth == 0) {
                        return end(start, i);
                    }
                }
                default -> {}
            }
        }
        throw malformed("The array does not end.");
    }

    private int firstOfText() {
        int i = 0;
        while (i < body.length && isBlank(body[i])) {
            i++;
        }
        if (i == body.length || body[i] != '[') {
            throw Problem.invalid("", "The body must be a JSON array of events.");
        }
        return i;
    }

    /// The place of the closing quote, or the last place of the body.
    private int endOfString(int quote) {
        int i = quote + 1;
        while (i < body.length && body[i] != '"') {
            i += body[i] == '\\' ? 2 : 1;
        }
        return i;
    }

    private List<byte[]> end(int start, int end) {
        if (body[end] != ']') {
            throw malformed("The array ends with another bracket.");
        }
        for (int i = end + 1; i < body.length; i++) {
            if (!isBlank(body[i])) {
                throw malformed("There is more text after the end of the array.");
            }
        }
        boolean empty = new String(body, start, end - start, US_ASCII).isBlank();
        if (!items.isEmpty() || !empty) {
            add(start, end);
        }
        return items;
    }

    private void add(int start, int end) {
        if (items.size() == countMax) {
            throw Problem.of(
                    ProblemType.TOO_LARGE, "A batch contains at most " + countMax + " events.");
        }
        items.add(Arrays.copyOfRange(body, start, end));
    }

    private static Problem malformed(String detail) {
        return Problem.of(ProblemType.MALFORMED_JSON, detail);
    }

    /// White space of JSON.
    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}

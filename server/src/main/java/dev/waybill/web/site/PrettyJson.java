package dev.waybill.web.site;

/// JSON with line breaks and indentation. Tokens are copied, never parsed: numbers keep every
/// digit, strings their escapes, objects their order.
public final class PrettyJson {

    /// Deeper levels are not indented further, so that deeply nested JSON does not grow by its
    /// indentation.
    private static final int INDENTED_LEVELS_MAX = 40;

    private final String json;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int level;

    private PrettyJson(String json) {
        this.json = json;
    }

    /// The beginning of longer JSON.
    ///
    /// @param lengthMax how many characters are needed at most
    public static String of(String json, int lengthMax) {
        var pretty = new PrettyJson(json);
        while (pretty.at < json.length() && pretty.out.length() <= lengthMax) {
            pretty.token();
        }
        return pretty.out.toString();
    }

    private void token() {
        char c = json.charAt(at);
        if (isBlank(c)) {
            at++;
        } else if (c == '"') {
            string();
        } else if (c == '{' || c == '[') {
            open(c);
        } else if (c == '}' || c == ']') {
            level--;
            breakLine();
            copy();
        } else if (c == ',') {
            copy();
            breakLine();
        } else if (c == ':') {
            copy();
            out.append(' ');
        } else {
            copy();
        }
    }

    private void string() {
        copy();
        while (at < json.length() && json.charAt(at) != '"') {
            if (json.charAt(at) == '\\') {
                copy();
            }
            copy();
        }
        copy();
    }

    private void open(char opening) {
        char closing = opening == '{' ? '}' : ']';
        int next = at + 1;
        while (next < json.length() && isBlank(json.charAt(next))) {
            next++;
        }
        if (next < json.length() && json.charAt(next) == closing) {
            out.append(opening).append(closing);
            at = next + 1;
            return;
        }
        copy();
        level++;
        breakLine();
    }

    private void copy() {
        if (at < json.length()) {
            out.append(json.charAt(at++));
        }
    }

    private void breakLine() {
        out.append('\n').append("  ".repeat(Math.clamp(level, 0, INDENTED_LEVELS_MAX)));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}

package dev.waybill.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Request line and headers, split but not yet converted to text: most headers are never read.
///
/// An ambiguous head is refused (RFC 9112): a proxy in front of us and we must never disagree about
/// where a request ends.
final class RequestHead {

    /// Longer ones mean a body of 10^18 bytes.
    private static final int LENGTH_DIGITS_MAX = 18;

    /// Scheme and host, then path and query, either of which may be missing.
    private static final Pattern ABSOLUTE_FORM = Pattern.compile("(?i)https?://[^/?]+(.*)");

    private static final int USUAL_HEADERS = 12;

    private static final int NAME_FROM = 0;
    private static final int NAME_TO = 1;
    private static final int VALUE_FROM = 2;
    private static final int VALUE_TO = 3;
    private static final int PLACES = 4;

    private final byte[] bytes;
    private int[] headers = new int[PLACES * USUAL_HEADERS];
    private int count;
    private String method = "";
    private String target = "";
    private boolean http11;
    private long contentLength = -1;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;
    private boolean expectsContinue;
    private int hosts;

    private RequestHead(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Reads a head.
    ///
    /// @param bytes a whole head, its empty line included
    static RequestHead parse(byte[] bytes) throws BadRequest {
        var head = new RequestHead(bytes);
        int next = head.readRequestLine();
        while (!head.isEmptyLine(next)) {
            next = head.readHeader(next);
        }
        head.check();
        return head;
    }

    String method() {
        return method;
    }

    /// Path and query, as sent.
    String target() {
        return target;
    }

    boolean chunked() {
        return chunked;
    }

    /// Zero without a body; must not be called for a chunked body.
    long contentLength() {
        return Math.max(0, contentLength);
    }

    Persistence persistence() {
        if (close) {
            return Persistence.ENDS;
        }
        if (http11) {
            return Persistence.STAYS;
        }
        return keepAlive ? Persistence.STAYS_AS_ASKED : Persistence.ENDS;
    }

    boolean expectsContinue() {
        return expectsContinue && http11;
    }

    /// The first header of this name, ignoring case.
    @Nullable String header(String name) {
        for (int i = 0; i < count; i++) {
            if (isNamed(i, name)) {
                return text(headers[PLACES * i + VALUE_FROM], headers[PLACES * i + VALUE_TO]);
            }
        }
        return null;
    }

    /// All headers of this name, in the order in which they were sent.
    List<String> headers(String name) {
        var values = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            if (isNamed(i, name)) {
                values.add(text(headers[PLACES * i + VALUE_FROM], headers[PLACES * i + VALUE_TO]));
            }
        }
        return values;
    }

    /// Its bytes, which are kept until the request is answered.
    int length() {
        return bytes.length;
    }

    private int readRequestLine() throws BadRequest {
        int end = endOfLine(0);
        int space = indexOf(' ', 0, end);
        int second = indexOf(' ', space + 1, end);
        if (space == 0 || second >= end || indexOf(' ', second + 1, end) < end) {
            throw BadRequest.because("The first line must be a method, a path and HTTP/1.1.");
        }
        method = method(0, space);
        target = originForm(space + 1, second);
        var version = text(second + 1, end);
        http11 = version.equals("HTTP/1.1");
        if (!http11 && !version.equals("HTTP/1.0")) {
            throw BadRequest.because("Only HTTP/1.1 and HTTP/1.0 are supported.");
        }
        return end + 2;
    }

    /// The usual methods need no new text. Their case counts (RFC 9110 §9.1).
    private String method(int from, int to) throws BadRequest {
        if (isExactly("POST", from, to)) {
            return "POST";
        }
        if (isExactly("GET", from, to)) {
            return "GET";
        }
        for (int i = from; i < to; i++) {
            if (!isTokenChar(bytes[i])) {
                throw BadRequest.because("The method must be a word.");
            }
        }
        return text(from, to);
    }

    /// Without scheme and host, which a client may send when it believes we are a proxy.
    private String originForm(int from, int to) throws BadRequest {
        for (int i = from; i < to; i++) {
            if (bytes[i] <= ' ' || bytes[i] == 0x7F || bytes[i] == '#') {
                throw BadRequest.because("The path contains a character that must be %-encoded.");
            }
        }
        if (from < to && bytes[from] == '/') {
            return text(from, to);
        }
        return pathOf(text(from, to));
    }

    private static String pathOf(String url) throws BadRequest {
        var match = ABSOLUTE_FORM.matcher(url);
        if (!match.matches()) {
            throw BadRequest.because("The path must begin with /.");
        }
        var path = match.group(1);
        return path.startsWith("/") ? path : "/" + path;
    }

    private int readHeader(int from) throws BadRequest {
        int end = endOfLine(from);
        int colon = indexOf(':', from, end);
        if (colon == from || colon == end) {
            throw BadRequest.because("A header must be a name, a colon and a value.");
        }
        // Also refuses a folded line, and blanks before the colon.
        for (int i = from; i < colon; i++) {
            if (!isTokenChar(bytes[i])) {
                throw BadRequest.because(
                        "A header's name contains a character that is not allowed.");
            }
        }
        int first = colon + 1;
        while (first < end && isBlank(bytes[first])) {
            first++;
        }
        int last = end;
        while (last > first && isBlank(bytes[last - 1])) {
            last--;
        }
        for (int i = first; i < last; i++) {
            if (isControl(bytes[i])) {
                throw BadRequest.because("A header's value contains a control character.");
            }
        }
        add(from, colon, first, last);
        return end + 2;
    }

    private void add(int nameFrom, int nameTo, int valueFrom, int valueTo) throws BadRequest {
        if (count == Limits.HEADERS_MAX) {
            throw BadRequest.of(
                    ProblemType.HEAD_TOO_LARGE,
                    "A request may have at most " + Limits.HEADERS_MAX + " headers.");
        }
        int at = PLACES * count++;
        if (at == headers.length) {
            headers = Arrays.copyOf(headers, 2 * at);
        }
        headers[at + NAME_FROM] = nameFrom;
        headers[at + NAME_TO] = nameTo;
        headers[at + VALUE_FROM] = valueFrom;
        headers[at + VALUE_TO] = valueTo;
        note(count - 1, valueFrom, valueTo);
    }

    /// Notes the headers that decide the framing of the request.
    private void note(int index, int from, int to) throws BadRequest {
        if (isNamed(index, "content-length")) {
            if (contentLength >= 0) {
                throw BadRequest.because("There must be one Content-Length.");
            }
            contentLength = number(from, to);
        } else if (isNamed(index, "transfer-encoding")) {
            if (chunked || !is("chunked", from, to)) {
                throw BadRequest.because("The only supported Transfer-Encoding is chunked.");
            }
            chunked = true;
        } else if (isNamed(index, "connection")) {
            readConnection(from, to);
        } else if (isNamed(index, "expect")) {
            if (!is("100-continue", from, to)) {
                throw BadRequest.because("The only supported expectation is 100-continue.");
            }
            expectsContinue = true;
        } else if (isNamed(index, "host")) {
            hosts++;
        }
    }

    private void readConnection(int from, int to) {
        for (var option : text(from, to).split(",", -1)) {
            close |= option.strip().equalsIgnoreCase("close");
            keepAlive |= option.strip().equalsIgnoreCase("keep-alive");
        }
    }

    private void check() throws BadRequest {
        if (chunked && (contentLength >= 0 || !http11)) {
            throw BadRequest.because(
                    "A body has either a Content-Length or, in HTTP/1.1, chunks; not both.");
        }
        if (hosts > 1 || (http11 && hosts == 0)) {
            throw BadRequest.because("There must be one Host header.");
        }
    }

    private boolean isNamed(int index, String name) {
        int at = PLACES * index;
        return is(name, headers[at + NAME_FROM], headers[at + NAME_TO]);
    }

    /// Whether this part equals this word, ignoring case.
    private boolean is(String word, int from, int to) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (lower(bytes[from + i]) != lower(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean isExactly(String word, int from, int to) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    private long number(int from, int to) throws BadRequest {
        long number = 0;
        boolean digits = from < to && to - from <= LENGTH_DIGITS_MAX;
        for (int i = from; i < to && digits; i++) {
            digits = bytes[i] >= '0' && bytes[i] <= '9';
            number = 10 * number + (bytes[i] - '0');
        }
        if (!digits) {
            throw BadRequest.because("Content-Length must be a number.");
        }
        return number;
    }

    private boolean isEmptyLine(int at) {
        return bytes[at] == '\r' && bytes[at + 1] == '\n';
    }

    /// Where the line ends that begins here. A line feed or carriage return alone ends no line.
    private int endOfLine(int from) throws BadRequest {
        int i = from;
        while (bytes[i] != '\r' && bytes[i] != '\n') {
            i++;
        }
        if (bytes[i] == '\n' || bytes[i + 1] != '\n') {
            throw BadRequest.because("Lines must end with CR LF.");
        }
        return i;
    }

    private int indexOf(char wanted, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, ISO_8859_1);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /// Whether it is a control character. A tab is allowed in a value and does not count.
    static boolean isControl(byte b) {
        return (b >= 0 && b < ' ' && b != '\t') || b == 0x7F;
    }

    static boolean isTokenChar(byte b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || (b > ' ' && b < 0x7F && "!#$%&'*+-.^_`|~".indexOf(b) >= 0);
    }
}

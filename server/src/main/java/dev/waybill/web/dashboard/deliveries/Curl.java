package dev.waybill.web.dashboard.deliveries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.engine.deliver.OutgoingRequest.Header;
import dev.waybill.web.site.SafeText;
import java.util.List;
import java.util.Locale;

/// A request as a shell command, without values that only Waybill knows: signatures and the values
/// of the owner's headers are left to be filled in.
final class Curl {

    /// Longer bodies are sent from the file that the page offers.
    static final int BODY_BYTES_MAX = 16 * 1024;

    private static final String REDACTED = "<redacted>";

    private Curl() {}

    /// The command, in several lines.
    ///
    /// @param ownHeaders the names of the owner's headers
    /// @param file the name of the downloaded body
    static String of(
            String url, List<Header> headers, List<String> ownHeaders, byte[] body, String file) {
        var command = new StringBuilder("curl -X POST ").append(quoted(url));
        for (var header : headers) {
            boolean secret = header.name().toLowerCase(Locale.ROOT).endsWith("webhook-signature");
            line(command, header.name(), secret ? REDACTED : header.value());
        }
        ownHeaders.forEach(name -> line(command, name, REDACTED));
        var text = new String(body, UTF_8);
        var data = isSafeToPaste(text, body) ? quoted(text) : quoted("@" + file);
        // curl reads a body that begins with @ as the name of a file; a JSON object does not
        // begin with it.
        return command.append(" \\\n  --data-binary ").append(data).toString();
    }

    /// Control characters, which a terminal would interpret, are sent from the file too.
    private static boolean isSafeToPaste(String text, byte[] body) {
        return body.length <= BODY_BYTES_MAX
                && text.indexOf('\r') < 0
                && SafeText.text(text).equals(text);
    }

    private static void line(StringBuilder command, String name, String value) {
        command.append(" \\\n  -H ").append(quoted(name + ": " + value));
    }

    /// For every shell of the Bourne family: within single quotes only the quote itself is special.
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

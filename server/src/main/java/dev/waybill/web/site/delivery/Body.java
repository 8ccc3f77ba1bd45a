package dev.waybill.web.site.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.web.http.Response;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.PageRequest;
import dev.waybill.web.site.PrettyJson;
import dev.waybill.web.site.SafeText;
import java.util.HashMap;

/// JSON of an event or a request, limited to the part that a page shows: indented, or by choice
/// unchanged.
public record Body(String text, boolean raw, int bytes, boolean cut) {

    /// In the address: indented or unchanged.
    public static final String PARAMETER = "body";

    public static final String RAW = "raw";

    /// Enough for the shown part: a character has at most three bytes.
    private static final int READ_BYTES_MAX = 4 * SafeText.LENGTH_MAX;

    public static boolean isRaw(PageRequest asked) {
        return asked.param(PARAMETER).filter(RAW::equals).isPresent();
    }

    /// The same page with the JSON indented.
    public static String pretty(Link here) {
        return here.without(PARAMETER) + "#body";
    }

    /// The same page with the JSON unchanged.
    public static String raw(Link here) {
        return here.with(PARAMETER, RAW) + "#body";
    }

    public static Body of(byte[] json, boolean raw) {
        int read = Math.min(json.length, READ_BYTES_MAX);
        var text = new String(json, 0, read, UTF_8);
        var laidOut = raw ? text : PrettyJson.of(text, SafeText.LENGTH_MAX);
        boolean cut = read < json.length || laidOut.length() > SafeText.LENGTH_MAX;
        return new Body(SafeText.excerpt(laidOut), raw, json.length, cut);
    }

    /// The unchanged bytes as a download; never as a page.
    ///
    /// @param name the name of the file
    public static Response download(byte[] json, String name) {
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", "application/octet-stream");
        headers.put("Content-Disposition", "attachment; filename=\"" + name + ".json\"");
        headers.put("Content-Security-Policy", "default-src 'none'; sandbox");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        return new Response(200, headers, json);
    }
}

package dev.waybill.web.site;

import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/// Pages as answers.
public final class Html {

    /// No inline content, and none from other hosts.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self';"
                    + " base-uri 'none'; frame-ancestors ";

    private Html() {}

    /// The output of a template.
    public static String render(Consumer<HtmlTemplateOutput> template) {
        var text = new StringOutput(16 * 1024);
        template.accept(new OwaspHtmlTemplateOutput(text));
        return text.toString();
    }

    static Response response(Request request, int status, String page) {
        return response(request, status, page, List.of());
    }

    /// A page that only these origins may show in a frame.
    public static Response response(
            Request request, int status, String page, List<String> origins) {
        return guarded(packed(request, Response.html(status, page)), origins);
    }

    private static Response packed(Request request, Response response) {
        if (!Gzip.isTaken(request)) {
            return response;
        }
        var packed = Gzip.pack(response.body());
        return new Response(response.status(), response.headers(), packed)
                .with("Content-Encoding", "gzip");
    }

    /// With headers that restrict what browsers do with the page.
    private static Response guarded(Response response, List<String> origins) {
        var headers = new LinkedHashMap<>(response.headers());
        headers.put(
                "Content-Security-Policy",
                POLICY + (origins.isEmpty() ? "'none'" : String.join(" ", origins)));
        headers.put("X-Content-Type-Options", "nosniff");
        // Not "no-referrer": then browsers would not send an Origin with our own forms either.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cache-Control", "no-store");
        headers.put("Vary", "Cookie, Accept-Encoding");
        return new Response(response.status(), headers, response.body());
    }
}

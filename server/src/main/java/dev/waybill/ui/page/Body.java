package dev.waybill.ui.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Envelope;
import dev.waybill.domain.IdKind;
import dev.waybill.http.Response;
import dev.waybill.ui.Visible;
import java.util.HashMap;
import java.util.UUID;

/// What was sent, as much of it as a page shows.
public record Body(String text, int bytes, boolean cut) {

    public static Body of(Envelope envelope) {
        var text = new String(envelope.body(), UTF_8);
        return new Body(
                Visible.excerpt(text), envelope.body().length, text.length() > Visible.LENGTH_MAX);
    }

    /// The bytes as they were sent, for copying and keeping; never as a page.
    public static Response download(Envelope envelope, UUID delivery) {
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", "application/octet-stream");
        headers.put(
                "Content-Disposition",
                "attachment; filename=\"" + IdKind.DELIVERY.format(delivery) + ".json\"");
        headers.put("Content-Security-Policy", "default-src 'none'; sandbox");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        return new Response(200, headers, envelope.body());
    }
}

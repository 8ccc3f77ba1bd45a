package dev.waybill.feature.portal;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Origins of pages that may show the portal in a frame. They are sent in a header, so only scheme,
/// host and port are accepted.
public final class EmbedOrigins {

    public static final int COUNT_MAX = 20;
    public static final int LENGTH_MAX = 200;

    private static final Pattern HOST = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");

    private EmbedOrigins() {}

    /// The origin as browsers write it; empty if the text is not an origin, or is not safe: HTTPS,
    /// or this machine for development.
    public static Optional<String> parse(String text) {
        if (text.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            var uri = new URI(text.strip().toLowerCase(Locale.ROOT));
            var scheme = uri.getScheme();
            var host = uri.getHost();
            if (scheme == null
                    || host == null
                    || !HOST.matcher(host).matches()
                    || uri.getRawUserInfo() != null
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null
                    || !(uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))) {
                return Optional.empty();
            }
            boolean local = host.equals("localhost") || host.equals("127.0.0.1");
            if (!scheme.equals("https") && !(scheme.equals("http") && local)) {
                return Optional.empty();
            }
            int usual = scheme.equals("https") ? 443 : 80;
            var port = uri.getPort() == -1 || uri.getPort() == usual ? "" : ":" + uri.getPort();
            return Optional.of(scheme + "://" + host + port);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /// The origins as the API shows them.
    public static ObjectNode json(List<String> origins) {
        var json = JsonNodeFactory.instance.objectNode();
        var array = json.putArray("embed_origins");
        origins.forEach(array::add);
        return json;
    }
}

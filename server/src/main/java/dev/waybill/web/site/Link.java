package dev.waybill.web.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.web.http.Request;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The address of a page. It contains the complete state of the view, so that it can be shared.
public record Link(String path, Map<String, String> query) {

    public static final String HOME = "/ui";

    /// A path of this service, without anything that a browser could read as another host.
    private static final Pattern OURS =
            Pattern.compile("/(?:ui|portal)(/[A-Za-z0-9_.~%/-]*)?(\\?[A-Za-z0-9_.~%&=+*-]*)?");

    public Link {
        query = Map.copyOf(query);
    }

    public static Link to(String path) {
        return new Link(path, Map.of());
    }

    /// The address of the request.
    public static Link of(Request request) {
        var query = new LinkedHashMap<String, String>();
        for (var name : request.queryNames()) {
            query.put(name, request.query(name).orElse(""));
        }
        return new Link(request.path(), query);
    }

    /// The path of an address of this service, regardless of its host; empty if it is not a page.
    static Optional<Link> parse(URI address) {
        var query = address.getRawQuery();
        var text = address.getRawPath() + (query == null ? "" : "?" + query);
        if (!isOurs(text)) {
            return Optional.empty();
        }
        var parameters = new LinkedHashMap<String, String>();
        for (var pair : query == null ? new String[0] : query.split("&", -1)) {
            var parts = pair.split("=", 2);
            parameters.put(decode(parts[0]), parts.length == 1 ? "" : decode(parts[1]));
        }
        return Optional.of(new Link(address.getRawPath(), parameters));
    }

    /// The same with this parameter; without it if there is no value.
    public Link with(String name, @Nullable String value) {
        var changed = new LinkedHashMap<>(query);
        if (value == null || value.isEmpty()) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        return new Link(path, changed);
    }

    public Link without(String name) {
        return with(name, null);
    }

    /// The requested address if it is one of our pages; else the first page.
    public static String ours(String wanted) {
        return isOurs(wanted) ? wanted : HOME;
    }

    private static boolean isOurs(String address) {
        return OURS.matcher(address).matches() && !address.contains("//");
    }

    @Override
    public String toString() {
        if (query.isEmpty()) {
            return path;
        }
        return path
                + query.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(one -> encode(one.getKey()) + "=" + encode(one.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, UTF_8);
    }
}

package dev.waybill.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A method, a path and what answers them. A segment in braces stands for any one segment.
public record Route(String method, String pattern, Handler handler) {

    /// Answers a request; a [Problem] is thrown.
    @FunctionalInterface
    public interface Handler {
        Response handle(Request request) throws Exception;
    }

    /// The named parts of a path that this route's pattern fits.
    Optional<Map<String, String>> match(String[] path) {
        var wanted = pattern.split("/", -1);
        if (wanted.length != path.length) {
            return Optional.empty();
        }
        var parts = new HashMap<String, String>();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].startsWith("{")) {
                parts.put(wanted[i].substring(1, wanted[i].length() - 1), path[i]);
            } else if (!wanted[i].equals(path[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }

    static String allowed(List<Route> routes) {
        return String.join(", ", routes.stream().map(Route::method).distinct().toList());
    }
}

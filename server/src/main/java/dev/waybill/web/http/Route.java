package dev.waybill.web.http;

import dev.waybill.web.http.Admission.Admitted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// A method, a path, the limit of bodies, and the decision about its requests. A segment in braces
/// matches any one segment, `{*}` at the end matches everything that follows.
///
/// @param bodyBytesMax the limit of the body of a request, by its head
public record Route(
        String method, String pattern, ToIntFunction<Request> bodyBytesMax, Admission admission) {

    /// Enough for forms and for most requests of the API.
    private static final int BODY_BYTES_USUAL = 64 * 1024;

    private static final String REST = "{*}";

    /// Answers a request. A [Problem] is thrown.
    public sealed interface Handler {

        /// May wait, on a separate virtual thread.
        non-sealed interface Waiting extends Handler {
            Response handle(Request request) throws Exception;
        }

        /// Waits for nothing: it runs on the thread that reads all connections, and answers later.
        non-sealed interface Prompt extends Handler {
            void handle(Request request, Reply reply);
        }
    }

    /// A public route whose handler may wait.
    public static Route waiting(String method, String pattern, Handler.Waiting handler) {
        return open(method, pattern, handler);
    }

    /// A public route whose handler never waits.
    public static Route prompt(String method, String pattern, Handler.Prompt handler) {
        return open(method, pattern, handler);
    }

    /// A route with its own access decision.
    public static Route guarded(String method, String pattern, Admission admission) {
        return new Route(method, pattern, _ -> BODY_BYTES_USUAL, admission);
    }

    private static Route open(String method, String pattern, Handler handler) {
        var admitted = new Admitted(Trust.ANONYMOUS, handler);
        return guarded(method, pattern, _ -> admitted);
    }

    /// The same route for bodies up to another size.
    public Route taking(int bytesMax) {
        return taking(_ -> bytesMax);
    }

    /// The same route for bodies up to a size that depends on the head of the request.
    public Route taking(ToIntFunction<Request> bytesMax) {
        return new Route(method, pattern, bytesMax, admission);
    }

    /// The routes of several groups, in their order.
    @SafeVarargs
    public static List<Route> join(List<Route>... groups) {
        var all = new ArrayList<Route>();
        for (var group : groups) {
            all.addAll(group);
        }
        return all;
    }

    /// The named parts of a path that this route's pattern fits, decoded.
    Optional<Map<String, String>> match(String[] path) {
        var wanted = pattern.split("/", -1);
        int segments = isOpen() ? wanted.length - 1 : wanted.length;
        if (isOpen() ? path.length <= segments : path.length != segments) {
            return Optional.empty();
        }
        var parts = new HashMap<String, String>();
        for (int i = 0; i < segments; i++) {
            if (wanted[i].startsWith("{")) {
                parts.put(
                        wanted[i].substring(1, wanted[i].length() - 1),
                        PercentCoding.decodePath(path[i]));
            } else if (!wanted[i].equals(path[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }

    /// Whether it answers requests that no other route matches.
    boolean isOpen() {
        return pattern.endsWith(REST);
    }

    static String allowed(List<Route> routes) {
        return String.join(", ", routes.stream().map(Route::method).distinct().toList());
    }
}

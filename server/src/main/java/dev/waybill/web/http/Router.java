package dev.waybill.web.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Finds the route for a request. The routes are a list that tests can walk.
public final class Router {

    private final List<Route> routes;

    /// Paths without variable parts, the busy ones among them, are found without a search.
    private final Map<String, Route> fixed;

    public Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
        this.fixed =
                routes.stream()
                        .filter(route -> !route.pattern().contains("{"))
                        .collect(
                                Collectors.toMap(
                                        route -> route.method() + " " + route.pattern(),
                                        route -> route));
    }

    public List<Route> routes() {
        return routes;
    }

    /// A route, and the named parts of the path, decoded.
    record Match(Route route, Map<String, String> parts) {}

    /// The route for a request.
    ///
    /// @throws Problem if there is none
    Match find(Request request) {
        var known = fixed.get(request.method() + " " + request.path());
        if (known != null) {
            return new Match(known, Map.of());
        }
        var path = request.path().split("/", -1);
        var others = new ArrayList<Route>();
        for (var route : routes) {
            var parts = route.match(path);
            if (parts.isPresent()) {
                if (route.method().equals(request.method())) {
                    return new Match(route, parts.get());
                }
                if (!route.isOpen()) {
                    others.add(route);
                }
            }
        }
        if (!others.isEmpty()) {
            throw Problem.methodNotAllowed(Route.allowed(others), request.method());
        }
        throw Problem.nothingAt(request.path());
    }
}

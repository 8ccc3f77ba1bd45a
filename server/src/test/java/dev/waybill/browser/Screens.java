package dev.waybill.browser;

import static java.util.Map.entry;

import dev.waybill.web.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Every page there is to look at. Those without anything variable in their address find their way
/// here by themselves.
final class Screens {

    /// Answers that are files, not pages.
    private static final Set<String> FILES =
            Set.of(
                    "/ui/assets/{name}",
                    "/ui/audit/export",
                    "/ui/deliveries/export",
                    "/ui/deliveries/{id}/body",
                    "/ui/events/{id}/data",
                    "/portal/assets/{name}",
                    "/portal/theme/{name}",
                    "/portal/deliveries/{id}/body");

    /// Where one is only sent on from without a code.
    private static final Set<String> REDIRECTS = Set.of("/ui/setup", "/portal", "/portal/enter");

    /// For who is not signed in.
    private static final Set<String> OPEN =
            Set.of(
                    "/ui/login",
                    "/portal/expired",
                    "/catalog",
                    "/mail/confirm",
                    "/mail/unsubscribe");

    /// Examples for addresses with `{id}` or `{name}`, by the beginning of the address.
    private static final Map<String, Function<World, String>> EXAMPLES =
            Map.ofEntries(
                    entry("/ui/deliveries/", world -> world.delivery("state=delivered")),
                    entry("/ui/events/", world -> world.event("order.shipped")),
                    entry("/ui/endpoints/", world -> world.endpointId("/acme/failing")),
                    entry("/ui/replays/", World::replayId),
                    entry("/ui/alerts/", World::alertId),
                    entry("/ui/settings/notifications/rules/", _ -> "endpoint.failing"),
                    entry("/ui/apps/", world -> world.appId("acme")),
                    entry("/ui/event-types/", _ -> "invoice.paid"),
                    entry("/ui/settings/retry-policies/", _ -> "patient"),
                    entry(
                            "/portal/deliveries/",
                            world -> world.delivery("state=failed&event_type=invoice.paid")),
                    entry("/portal/endpoints/", world -> world.endpointId("/acme/failing")),
                    entry("/ui/", _ -> "nothing/here"),
                    entry("/portal/", _ -> "nothing/here"));

    /// Further pages to look at: the states of lists, and special cases.
    private static final List<Map.Entry<String, Function<World, String>>> MORE =
            List.of(
                    entry("deliveries-no-match", _ -> "/ui/deliveries?type=never.heard.of"),
                    entry(
                            "deliveries-between",
                            _ -> "/ui/deliveries?since=2026-01-01&until=2999-01-01"),
                    entry("overview-between", _ -> "/ui?since=2026-01-01&until=2026-02-01"),
                    entry("deliveries-error", _ -> "/ui/deliveries?app=nobody"),
                    entry("deliveries-filtered", _ -> "/ui/deliveries?app=acme&state=failed"),
                    entry("delivery-failed", delivery("state=failed&event_type=invoice.paid")),
                    entry("delivery-settled", delivery("dead_letter=closed")),
                    entry("delivery-retrying", delivery("state=pending&event_type=busy.thing")),
                    entry("delivery-in-flight", delivery("event_type=slow.thing")),
                    entry("delivery-waiting", delivery("state=pending&event_type=order.paused")),
                    entry("delivery-cancelled", delivery("state=cancelled")),
                    entry("delivery-expired", delivery("state=expired")),
                    entry("delivery-hostile", delivery("event_type=evil.event")),
                    entry("delivery-large", delivery("event_type=evil.large")),
                    entry("delivery-not-found", _ -> "/ui/deliveries/dlv_nothing"),
                    entry(
                            "delivery-raw",
                            world -> delivery("state=failed").apply(world) + "?body=raw"),
                    entry("events-unmatched", _ -> "/ui/events?matched=none"),
                    entry("events-no-match", _ -> "/ui/events?type=never.heard.of"),
                    entry("event-unmatched", event("nobody.listens")),
                    entry("event-waiting", event("order.paused")),
                    entry("event-hostile", event("evil.event")),
                    entry("event-large", event("evil.large")),
                    entry("event-ordered", event("stop.reached")),
                    entry("endpoint-held", endpoint("/globex/ordered")),
                    entry("cancel-planned", _ -> "/ui/deliveries/cancel?app=acme"),
                    entry("cancel-nothing", _ -> "/ui/deliveries/cancel?type=never.heard.of"),
                    entry("cancel-not-valid", _ -> "/ui/deliveries/cancel?endpoint=x&app=y"),
                    entry("endpoint-paused", endpoint("/acme/paused")),
                    entry("endpoint-gone", endpoint("/globex/gone")),
                    entry("endpoint-quiet", endpoint("/globex/quiet")),
                    entry("endpoint-hostile", world -> "/ui/endpoints/" + world.evilEndpoint()),
                    entry("endpoints-no-match", _ -> "/ui/endpoints?app=platform"),
                    entry("replay-planned", _ -> "/ui/replays/new?app=acme&state=delivered"),
                    entry("replay-of-nothing", _ -> "/ui/replays/new?type=never.heard.of"),
                    entry("replay-not-valid", _ -> "/ui/replays/new?rate=x&cause=503"),
                    entry("audit-no-match", _ -> "/ui/audit?object=nothing"));

    /// Where a list would be, and nothing has ever happened.
    private static final List<String> EMPTY =
            List.of(
                    "/ui",
                    "/ui/deliveries",
                    "/ui/events",
                    "/ui/dlq",
                    "/ui/dlq/settled",
                    "/ui/replays",
                    "/ui/alerts",
                    "/ui/endpoints");

    /// The same in the portal.
    private static final List<String> EMPTY_PORTAL =
            List.of("/portal/endpoints", "/portal/deliveries");

    /// Pages that one test class looks at. Each takes about as long as the others.
    enum Section {
        DELIVERIES,
        REST_OF_DASHBOARD,
        PORTAL_AND_EMPTY;

        private static Section of(Screen screen) {
            return switch (screen.who()) {
                case ADMIN ->
                        screen.path().matches("/ui/(deliveries|events)\\b.*")
                                ? DELIVERIES
                                : REST_OF_DASHBOARD;
                case STRANGER, CUSTOMER, NEW_CUSTOMER, NEWCOMER -> PORTAL_AND_EMPTY;
            };
        }
    }

    enum Who {
        ADMIN,
        STRANGER,
        /// In the portal of an app that has something of everything.
        CUSTOMER,
        /// In the portal of an app that has nothing.
        NEW_CUSTOMER,
        /// Signed in where nothing has ever happened.
        NEWCOMER
    }

    /// @param name what its pictures are called
    record Screen(String name, Who who, String path) {
        @Override
        public String toString() {
            return name;
        }
    }

    private Screens() {}

    private static Function<World, String> delivery(String query) {
        return world -> "/ui/deliveries/" + world.delivery(query);
    }

    private static Function<World, String> event(String type) {
        return world -> "/ui/events/" + world.event(type);
    }

    private static Function<World, String> endpoint(String path) {
        return world -> "/ui/endpoints/" + world.endpointId(path);
    }

    static List<Screen> all(World world) {
        var screens = new ArrayList<Screen>();
        for (var route : pages(world)) {
            var path = path(route, world);
            if (path == null) {
                throw new AssertionError("what is there to see at " + route + "? Give an example");
            }
            screens.add(new Screen(name(route), who(route), path));
        }
        for (var more : MORE) {
            screens.add(new Screen(more.getKey(), Who.ADMIN, more.getValue().apply(world)));
        }
        screens.add(new Screen("setup-used", Who.STRANGER, "/ui/setup#nothing"));
        for (var path : EMPTY) {
            screens.add(new Screen(name(path) + "-empty", Who.NEWCOMER, path));
        }
        for (var path : EMPTY_PORTAL) {
            screens.add(new Screen(name(path) + "-empty", Who.NEW_CUSTOMER, path));
        }
        screens.add(
                new Screen("portal-no-match", Who.CUSTOMER, "/portal/deliveries?type=never.of"));
        screens.add(new Screen("portal-not-found", Who.CUSTOMER, "/portal/deliveries/dlv_nothing"));
        screens.add(new Screen("portal-used", Who.STRANGER, "/portal/expired?why=used"));
        return screens;
    }

    static List<Screen> of(Section section, World world) {
        return all(world).stream().filter(screen -> Section.of(screen) == section).toList();
    }

    private static Who who(String route) {
        if (OPEN.contains(route)) {
            return Who.STRANGER;
        }
        return route.startsWith("/portal") ? Who.CUSTOMER : Who.ADMIN;
    }

    private static @Nullable String path(String route, World world) {
        int variable = route.indexOf('{');
        if (variable < 0) {
            return route;
        }
        var example = EXAMPLES.get(route.substring(0, variable));
        return example == null ? null : route.replaceFirst("\\{[a-z*]+}", example.apply(world));
    }

    /// The patterns of everything that shows a page.
    static List<String> pages(World world) {
        return world.routes().stream()
                .filter(route -> route.method().equals("GET"))
                .map(Route::pattern)
                .filter(pattern -> pattern.matches("/(ui|portal|catalog|mail)(/.*)?"))
                .filter(pattern -> !FILES.contains(pattern) && !REDIRECTS.contains(pattern))
                .toList();
    }

    private static String name(String route) {
        if (route.equals("/ui")) {
            return "overview";
        }
        var words =
                route.startsWith("/ui/") ? route.substring("/ui/".length()) : route.substring(1);
        return words.replaceAll("[{}]", "").replace('/', '-').replace("*", "nowhere");
    }
}

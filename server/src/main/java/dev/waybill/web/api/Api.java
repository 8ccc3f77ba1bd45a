package dev.waybill.web.api;

import dev.waybill.web.access.Access;
import dev.waybill.web.http.Route;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The API: the parts that its nouns share, and the routes that they add.
public final class Api {

    private final Access access;
    private final AppNames apps;
    private final InstantSource clock;
    private final List<Route> routes = new ArrayList<>();

    public Api(Access access, AppNames apps, InstantSource clock) {
        this.access = access;
        this.apps = apps;
        this.clock = clock;
    }

    public Access access() {
        return access;
    }

    public AppNames apps() {
        return apps;
    }

    public InstantSource clock() {
        return clock;
    }

    public Api with(Function<Api, List<Route>> noun) {
        routes.addAll(noun.apply(this));
        return this;
    }

    public List<Route> routes() {
        return List.copyOf(routes);
    }
}

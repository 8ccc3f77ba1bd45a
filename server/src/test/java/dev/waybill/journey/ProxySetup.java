package dev.waybill.journey;

import java.util.Locale;

/// The ways in which a proxy can be configured: as our document recommends, and as others are found
/// in the world.
enum ProxySetup {
    NGINX(ProxyProgram.NGINX, "nginx"),

    /// Keeps the header of the client, and appends to it.
    NGINX_APPENDING(ProxyProgram.NGINX, "nginx"),

    HAPROXY(ProxyProgram.HAPROXY, "HAProxy"),

    /// Sends the client's address in a second header of the same name.
    HAPROXY_APPENDING(ProxyProgram.HAPROXY, "HAProxy"),

    HAPROXY_FORWARDED(ProxyProgram.HAPROXY, "HAProxy"),

    /// Passes on both headers as the client has sent them, which does not matter here.
    HAPROXY_PROXY_V1(ProxyProgram.HAPROXY, "HAProxy"),

    HAPROXY_PROXY_V2(ProxyProgram.HAPROXY, "HAProxy with the PROXY protocol");

    private final ProxyProgram program;
    private final String heading;

    ProxySetup(ProxyProgram program, String heading) {
        this.program = program;
        this.heading = heading;
    }

    ProxyProgram program() {
        return program;
    }

    ProxyRecipe recipe() {
        var recipe = ProxyRecipe.under(heading);
        return switch (this) {
            case NGINX, HAPROXY, HAPROXY_PROXY_V2 -> recipe;
            case NGINX_APPENDING ->
                    recipe.with(
                            "X-Forwarded-For $remote_addr",
                            "X-Forwarded-For $proxy_add_x_forwarded_for");
            case HAPROXY_APPENDING ->
                    recipe.with(
                            "http-request set-header X-Forwarded-For %[src]", "option forwardfor");
            case HAPROXY_FORWARDED ->
                    recipe.with("del-header Forwarded", "del-header X-Forwarded-For")
                            .with(
                                    "set-header X-Forwarded-For %[src]",
                                    "set-header Forwarded for=%[src];proto=https");
            case HAPROXY_PROXY_V1 ->
                    recipe.with("http-request del-header Forwarded", "")
                            .with("http-request set-header X-Forwarded-For %[src]", "")
                            .with(" check inter", " send-proxy check inter");
        };
    }

    /// Its name in uids.
    String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Whether it parses HTTP, and so supports HTTP/2 with clients.
    boolean readsHttp() {
        return this != HAPROXY_PROXY_V2;
    }
}

package dev.waybill.web.site;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.web.http.Request;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The parameters of an address, and when it is looked at.
public record Address(Map<String, String> query, Instant now) implements PageRequest {

    public static Address at(Instant now, String... query) {
        var map = new HashMap<String, String>();
        for (int i = 0; i < query.length; i += 2) {
            map.put(query[i], query[i + 1]);
        }
        return new Address(map, now);
    }

    @Override
    public Request request() {
        throw new AssertionError("an address is asked by its parameters");
    }

    @Override
    public Scope scope() {
        return new Scope(null, Mode.LIVE);
    }

    @Override
    public Optional<String> param(String name) {
        return Optional.ofNullable(query.get(name));
    }
}

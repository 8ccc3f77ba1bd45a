package dev.waybill.contract;

import dev.waybill.catalogue.CataloguedType;
import dev.waybill.catalogue.EventTypes;
import dev.waybill.domain.Endpoint;
import dev.waybill.domain.EventType;
import dev.waybill.domain.RetryPolicies;
import dev.waybill.endpoint.Routes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// Writes the contract of an endpoint as things stand.
public final class Contracts {

    private final EventTypes types;
    private final Routes routes;
    private final Duration replayable;
    private final InstantSource clock;

    /// Knows where everything that is promised is set.
    ///
    /// @param replayable how far back events can be sent again
    public Contracts(EventTypes types, Routes routes, Duration replayable, InstantSource clock) {
        this.types = types;
        this.routes = routes;
        this.replayable = replayable;
        this.clock = clock;
    }

    public Contract of(Endpoint endpoint) throws SQLException {
        // As capture would choose now, for an event that carries no expiry of its own.
        var own = routes.refresh().catalogue().policy(endpoint.retryPolicy());
        var policy = RetryPolicies.choose(clock.instant(), null, own, null, endpoint.mode());
        return new Clauses(endpoint, policy, typesOf(endpoint), replayable).contract();
    }

    /// Those that customers are told of.
    private List<CataloguedType> typesOf(Endpoint endpoint) {
        return types.heads(EventTypes.COUNT_MAX, false).stream()
                .filter(type ->
                        endpoint.eventTypes().stream()
                                .anyMatch(pattern -> EventType.matches(pattern, type.name())))
                .toList();
    }
}

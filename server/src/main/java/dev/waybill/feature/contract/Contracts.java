package dev.waybill.feature.contract;

import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.EventType;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.feature.eventtypes.EventTypes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Writes the contract of an endpoint from the configuration in force now.
public final class Contracts {

    private final EventTypes types;
    private final RoutingTable routes;
    private final Keeping keeping;
    private final InstantSource clock;

    public Contracts(EventTypes types, RoutingTable routes, Keeping keeping, InstantSource clock) {
        this.types = types;
        this.routes = routes;
        this.keeping = keeping;
        this.clock = clock;
    }

    public Contract of(Endpoint endpoint) throws SQLException {
        var catalog = routes.refresh().catalog();
        var now = clock.instant();
        // The choice that capture makes for a type without rules.
        var own = catalog.policy(endpoint.retryPolicy());
        var policy = RetryPolicies.choose(now, null, own, null, endpoint.mode());
        var terms =
                typesOf(endpoint).stream()
                        .map(type -> termsOf(type, catalog, endpoint, now))
                        .toList();
        return new Clauses(endpoint, new RetryClauses(endpoint, policy, terms, keeping), keeping)
                .contract();
    }

    /// Read from the catalog in the same way as capture does.
    private static TypeTerms termsOf(
            CatalogType type, Catalog catalog, Endpoint endpoint, Instant now) {
        var ttlSeconds = type.ttlSeconds();
        var ttl = ttlSeconds == null ? null : Duration.ofSeconds(ttlSeconds);
        var expiresAt = ttl == null ? null : now.plus(ttl);
        var terms = catalog.terms(type.name(), expiresAt, endpoint, now, now);
        return new TypeTerms(
                type.name(),
                ttl,
                type.expiresAtPointer(),
                terms.policy().capped(terms.attemptsMax()));
    }

    /// The types that are visible to customers.
    private List<CatalogType> typesOf(Endpoint endpoint) {
        return types.heads(EventTypes.COUNT_MAX, false).stream()
                .filter(type ->
                        endpoint.eventTypes().stream()
                                .anyMatch(pattern -> EventType.matches(pattern, type.name())))
                .toList();
    }
}

package dev.waybill.engine.catalog;

import org.jdbi.v3.core.Handle;

/// The row with the current version of endpoints, policies and event types.
public final class RoutingStore {

    /// Also the lock that serializes changes of the routing, so that versions become visible in
    /// order.
    private static final String BUMP =
            """
            UPDATE routing
               SET version = version + 1
            RETURNING version
            """;

    public long bump(Handle tx) {
        return tx.createQuery(BUMP).mapTo(Long.class).one();
    }

    private static final String BUMP_CATALOGUE =
            """
            UPDATE routing
               SET version = version + 1,
                   catalog_version = version + 1
            RETURNING version
            """;

    /// The same for a change of policies or event types, which readers then fetch again.
    public long bumpCatalogue(Handle tx) {
        return tx.createQuery(BUMP_CATALOGUE).mapTo(Long.class).one();
    }
}

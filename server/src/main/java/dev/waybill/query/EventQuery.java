package dev.waybill.query;

import dev.waybill.db.Database;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Scope;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Reads events with their deliveries.
public final class EventQuery {

    private final Database database;
    private final DeliveryQuery deliveries;

    public EventQuery(Database database, DeliveryQuery deliveries) {
        this.database = database;
        this.deliveries = deliveries;
    }

    private static final String OWNED_BY_PRODUCER =
            """
            SELECT event_id
              FROM app
             CROSS JOIN LATERAL (
                       SELECT event_id
                         FROM publish_key
                        WHERE app_id = app.id
                          AND mode = :mode
                          AND kind = 'event_id'
                          AND key = :key
                          AND ordinal = 0
                        LIMIT 1) AS owned
             WHERE CAST(:app_id AS uuid) IS NULL
                OR app.id = CAST(:app_id AS uuid)
             ORDER BY app.id
             LIMIT 1
            """;

    /// The id inside for the id outside: the producer's own, or one of ours. Producers of several
    /// apps may have given the same: among all apps, the default one's counts first.
    public Optional<UUID> resolve(String publicId, Scope scope) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(OWNED_BY_PRODUCER)
                                .bindByType("app_id", scope.appId(), UUID.class)
                                .bind("mode", scope.mode().word())
                                .bind("key", publicId)
                                .mapTo(UUID.class)
                                .findOne())
                .or(() -> IdKind.EVENT.parse(publicId));
    }

    private static final String BY_IDEMPOTENCY_KEY =
            """
            SELECT event_id
              FROM app
             CROSS JOIN LATERAL (
                       SELECT event_id, ordinal
                         FROM publish_key
                        WHERE app_id = app.id
                          AND mode = :mode
                          AND kind = 'idempotency_key'
                          AND key = :key
                        ORDER BY ordinal
                        LIMIT :limit) AS published
             WHERE CAST(:app_id AS uuid) IS NULL
                OR app.id = CAST(:app_id AS uuid)
             ORDER BY app.id, ordinal
             LIMIT :limit
            """;

    /// Deliveries of what was published under this Idempotency-Key, oldest first, as long as the
    /// key is remembered.
    ///
    /// @param eventsMax of a batch that had more, the first so many
    public List<DeliveryView> publishedUnder(String key, Scope scope, int eventsMax) {
        var ids =
                database.desk()
                        .withHandle(handle ->
                                handle.createQuery(BY_IDEMPOTENCY_KEY)
                                        .bindByType("app_id", scope.appId(), UUID.class)
                                        .bind("mode", scope.mode().word())
                                        .bind("key", key)
                                        .bind("limit", eventsMax)
                                        .mapTo(UUID.class)
                                        .list());
        return ids.isEmpty() ? List.of() : deliveries.ofEvents(ids);
    }

    private static final String FIND =
            """
            SELECT id, app_id, mode, own_id, type, data, created_at, expires_at, ordering_key,
                   sequence, traceparent
              FROM event
             WHERE id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
            """;

    public Optional<EventView> find(UUID id, Scope scope) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(FIND)
                                .bind("id", id)
                                .bindByType("app_id", scope.appId(), UUID.class)
                                .bind("mode", scope.mode().word())
                                .map((row, _) -> EventRow.read(row, "id"))
                                .findOne())
                .map(event -> new EventView(event, deliveries.ofEvents(List.of(event.id()))));
    }
}

package dev.waybill.feature.events;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Event;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.infra.db.Database;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Reads events, alone or with their deliveries.
public final class EventQuery {

    private final Database database;

    public EventQuery(Database database) {
        this.database = database;
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

    /// The internal id of a public id, which is the producer's own or one of Waybill's. Producers
    /// of several apps may use the same id: without an app, the default app has precedence.
    public Optional<UUID> resolve(String publicId, Scope scope) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(OWNED_BY_PRODUCER)
                                .bindByType("app_id", scope.appId(), UUID.class)
                                .bind("mode", scope.mode().code())
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

    /// Deliveries of the events that were published with this Idempotency-Key, oldest first, while
    /// the key is remembered.
    ///
    /// @param max limit of events of a batch, and of deliveries
    public List<DeliveryView> publishedUnder(String key, Scope scope, int max) {
        return database.interactive()
                .withHandle(handle -> {
                    var ids =
                            handle.createQuery(BY_IDEMPOTENCY_KEY)
                                    .bindByType("app_id", scope.appId(), UUID.class)
                                    .bind("mode", scope.mode().code())
                                    .bind("key", key)
                                    .bind("limit", max)
                                    .mapTo(UUID.class)
                                    .list();
                    return DeliveryQuery.ofEvents(handle, ids, max);
                });
    }

    private static final String KEYED =
            """
            SELECT event_id
              FROM publish_key
             WHERE app_id = :app_id
               AND mode = :mode
               AND kind = 'idempotency_key'
               AND key = :key
               AND ordinal = 0
               AND fingerprint = :fingerprint
            """;

    /// The events that the same request published for an app with an Idempotency-Key, while the key
    /// is remembered.
    public Optional<UUID> published(UUID appId, Mode mode, String key, byte[] fingerprint) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(KEYED)
                                .bind("app_id", appId)
                                .bind("mode", mode.code())
                                .bind("key", key)
                                .bind("fingerprint", fingerprint)
                                .mapTo(UUID.class)
                                .findOne());
    }

    private static final String HEAD =
            """
            SELECT id, app_id, mode, own_id, type, octet_length(data) AS data_bytes, created_at,
                   expires_at, ordering_key, sequence
              FROM event
             WHERE id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
            """;

    /// The event without its data.
    public Optional<EventHead> head(UUID id, Scope scope) {
        return database.interactive().withHandle(handle -> head(handle, id, scope));
    }

    private static Optional<EventHead> head(Handle handle, UUID id, Scope scope) {
        return handle.createQuery(HEAD)
                .bind("id", id)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .map((row, _) -> EventHead.read(row))
                .findOne();
    }

    /// Deliveries of one event, oldest first; of more than `max` the newest. None if the event is
    /// not in the scope.
    public List<DeliveryView> deliveries(UUID eventId, Scope scope, int max) {
        return database.interactive()
                .withHandle(handle ->
                        head(handle, eventId, scope)
                                .map(head ->
                                        DeliveryQuery.ofEvents(handle, List.of(head.id()), max))
                                .orElseGet(List::of));
    }

    private static final String FIND =
            """
            SELECT id, app_id, mode, own_id, type, data, created_at, expires_at, expires_by,
                   ordering_key, sequence, traceparent
              FROM event
             WHERE id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
            """;

    /// The event alone, with its data.
    public Optional<Event> find(UUID id, Scope scope) {
        return database.interactive().withHandle(handle -> find(handle, id, scope));
    }

    /// The event with its progress and deliveries.
    public Optional<EventDetail> detail(UUID id, Scope scope) {
        return database.interactive()
                .withHandle(handle -> find(handle, id, scope).map(event -> detail(handle, event)));
    }

    private static Optional<Event> find(Handle handle, UUID id, Scope scope) {
        return handle.createQuery(FIND)
                .bind("id", id)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .map((row, _) -> EventRow.read(row, "id"))
                .findOne();
    }

    private static EventDetail detail(Handle handle, Event event) {
        var ids = List.of(event.id());
        int max = EventDetail.DELIVERIES_MAX;
        var found = DeliveryQuery.ofEvents(handle, ids, max + 1);
        boolean more = found.size() > max;
        return new EventDetail(
                event,
                EventProgressQuery.of(handle, ids).getOrDefault(event.id(), EventProgress.NONE),
                more ? found.subList(1, found.size()) : found,
                more);
    }

    private static final String DATA =
            """
            SELECT id, data
              FROM event
             WHERE id = ANY (:ids)
            """;

    /// The data of these events, by id. The caller has checked that they may be seen and has
    /// reserved memory.
    public Map<UUID, byte[]> data(List<UUID> ids) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(DATA)
                                .bind("ids", ids.toArray(UUID[]::new))
                                .map((row, _) ->
                                        Map.entry(
                                                row.getObject("id", UUID.class),
                                                row.getBytes("data")))
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    private static final String SUMMARIES =
            """
            SELECT id, app_id, mode, own_id, type, octet_length(data) AS data_bytes, created_at,
                   expires_at, ordering_key, sequence
              FROM event
             WHERE id = ANY (:ids)
            """;

    /// The progress of these events, by id. The caller has checked that they may be seen.
    public Map<UUID, EventSummary> summaries(List<UUID> ids) {
        return database.interactive()
                .withHandle(handle -> {
                    var progress = EventProgressQuery.of(handle, ids);
                    return handle.createQuery(SUMMARIES)
                            .bind("ids", ids.toArray(UUID[]::new))
                            .map((row, _) -> EventHead.read(row))
                            .collect(
                                    Collectors.toMap(
                                            EventHead::id,
                                            head ->
                                                    new EventSummary(
                                                            head,
                                                            progress.getOrDefault(
                                                                    head.id(),
                                                                    EventProgress.NONE))));
                });
    }
}

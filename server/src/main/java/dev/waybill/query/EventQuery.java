package dev.waybill.query;

import dev.waybill.db.Database;
import dev.waybill.domain.Event;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Reads events with their deliveries.
public final class EventQuery {

    /// By one page: a type may be rare. Some 30 ms.
    static final int LOOKED_AT_MAX = 10_000;

    private final Database database;
    private final DeliveryQuery deliveries;
    private final int lookedAtMax;

    public EventQuery(Database database, DeliveryQuery deliveries) {
        this(database, deliveries, LOOKED_AT_MAX);
    }

    /// With a bound that a test can reach.
    EventQuery(Database database, DeliveryQuery deliveries, int lookedAtMax) {
        this.database = database;
        this.deliveries = deliveries;
        this.lookedAtMax = lookedAtMax;
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

    // All apps' live events are read by the primary key, so that those of the test mode are rows
    // that
    // do not match. The last event that may be looked at comes along even if its type is not asked
    // for: that is
    // where the next page goes on.
    private static final String PAGE =
            """
            SELECT id, app_id, mode, own_id, type, data, created_at, expires_at, ordering_key,
                   sequence, traceparent, matches
              FROM (SELECT id, app_id, mode, own_id, type, data, created_at, expires_at,
                           ordering_key, sequence, traceparent,
                           row_number() OVER (ORDER BY id) AS place,
                           mode = :mode
                               AND (CAST(:app_id AS uuid) IS NOT NULL
                                    OR app_id <> '00000000-0000-7000-8000-000000000002')
                               AND (cardinality(:types) = 0
                                    OR type = ANY (:types)
                                    OR EXISTS (
                                           SELECT
                                             FROM unnest(:prefixes) AS prefix
                                            WHERE starts_with(type, prefix))) AS matches
                      FROM event
                     WHERE (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
                       AND (CAST(:by_key AS boolean) OR mode = :mode)
                       AND id > :after
                     ORDER BY id
                     LIMIT :looked_at_max) AS looked_at
             WHERE matches
                OR place = :looked_at_max
             ORDER BY id
             LIMIT :limit
            """;

    /// Oldest first, newer than the event `after`. An empty list of patterns takes every type. All
    /// apps are all customers: what the platform itself is told is listed only if it is asked for.
    public Page<EventView> page(Scope scope, List<String> typePatterns, UUID after, int limit) {
        boolean byKey = scope.appId() == null && scope.mode() == Mode.LIVE;
        var seen =
                database.desk()
                        .withHandle(handle ->
                                handle.createQuery(PAGE)
                                        .bindByType("app_id", scope.appId(), UUID.class)
                                        .bind("mode", scope.mode().word())
                                        .bind("by_key", byKey)
                                        .bind("after", after)
                                        .bind("types", typePatterns.toArray(String[]::new))
                                        .bind("prefixes", prefixes(typePatterns))
                                        .bind("looked_at_max", lookedAtMax)
                                        .bind("limit", limit)
                                        .map((row, _) -> readSeen(row))
                                        .list());
        var page = Page.of(seen, limit);
        var byEvent = new HashMap<UUID, List<DeliveryView>>();
        for (var delivery : deliveries.ofEvents(page.rows().stream().map(Event::id).toList())) {
            byEvent.computeIfAbsent(delivery.eventId(), _ -> new ArrayList<>()).add(delivery);
        }
        var views =
                page.rows().stream()
                        .map(event ->
                                new EventView(event, byEvent.getOrDefault(event.id(), List.of())))
                        .toList();
        return new Page<>(views, page.last());
    }

    private static Page.Seen<Event> readSeen(ResultSet row) throws SQLException {
        var event = EventRow.read(row, "id");
        return new Page.Seen<>(event.id(), event, row.getBoolean("matches"));
    }

    /// `filing.*` begins with `filing.`, and `*` with nothing.
    private static String[] prefixes(List<String> patterns) {
        return patterns.stream()
                .filter(pattern -> pattern.endsWith("*"))
                .map(pattern -> pattern.substring(0, pattern.length() - 1))
                .toArray(String[]::new);
    }
}

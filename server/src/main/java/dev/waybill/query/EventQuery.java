package dev.waybill.query;

import dev.waybill.db.Database;
import dev.waybill.domain.Event;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Mode;
import java.util.ArrayList;
import java.util.HashMap;
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
              FROM publish_key
             WHERE app_id = :app_id
               AND mode = :mode
               AND kind = 'event_id'
               AND key = :key
               AND ordinal = 0
            """;

    /// The id inside for the id outside: the producer's own, or one of ours.
    public Optional<UUID> resolve(String publicId, UUID appId, Mode mode) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(OWNED_BY_PRODUCER)
                                .bind("app_id", appId)
                                .bind("mode", mode.word())
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
               AND app_id = :app_id
               AND mode = :mode
            """;

    public Optional<EventView> find(UUID id, UUID appId, Mode mode) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(FIND)
                                .bind("id", id)
                                .bind("app_id", appId)
                                .bind("mode", mode.word())
                                .map((row, _) -> EventRow.read(row, "id"))
                                .findOne())
                .map(event -> new EventView(event, deliveries.ofEvents(List.of(event.id()))));
    }

    private static final String PAGE =
            """
            SELECT id, app_id, mode, own_id, type, data, created_at, expires_at, ordering_key,
                   sequence, traceparent
              FROM event
             WHERE app_id = :app_id
               AND mode = :mode
               AND id > :after
               AND (cardinality(:types) = 0
                    OR type = ANY (:types)
                    OR EXISTS (
                           SELECT
                             FROM unnest(:prefixes) AS prefix
                            WHERE starts_with(type, prefix)))
             ORDER BY id
             LIMIT :limit
            """;

    /// Oldest first, newer than the event `after`. An empty list of patterns takes every type.
    public List<EventView> page(
            UUID appId, Mode mode, List<String> typePatterns, UUID after, int limit) {
        var events =
                database.desk()
                        .withHandle(handle ->
                                handle.createQuery(PAGE)
                                        .bind("app_id", appId)
                                        .bind("mode", mode.word())
                                        .bind("after", after)
                                        .bind("types", typePatterns.toArray(String[]::new))
                                        .bind("prefixes", prefixes(typePatterns))
                                        .bind("limit", limit)
                                        .map((row, _) -> EventRow.read(row, "id"))
                                        .list());
        var byEvent = new HashMap<UUID, List<DeliveryView>>();
        for (var delivery : deliveries.ofEvents(events.stream().map(Event::id).toList())) {
            byEvent.computeIfAbsent(delivery.eventId(), _ -> new ArrayList<>()).add(delivery);
        }
        return events.stream()
                .map(event -> new EventView(event, byEvent.getOrDefault(event.id(), List.of())))
                .toList();
    }

    /// `filing.*` begins with `filing.`, and `*` with nothing.
    private static String[] prefixes(List<String> patterns) {
        return patterns.stream()
                .filter(pattern -> pattern.endsWith("*"))
                .map(pattern -> pattern.substring(0, pattern.length() - 1))
                .toArray(String[]::new);
    }
}

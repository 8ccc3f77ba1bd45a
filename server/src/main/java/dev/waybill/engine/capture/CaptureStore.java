package dev.waybill.engine.capture;

import dev.waybill.domain.event.Event;
import dev.waybill.infra.db.RowStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes a batch of events with their deliveries in one statement, which is its own transaction
/// unless the caller has opened one.
final class CaptureStore {

    // The statement that writes also reads `routing`: if an endpoint was created, changed or
    // deleted since the rows were built, nothing is written and the caller routes again. The
    // counters of strict lanes stay locked until the commit, so that places become visible in
    // order. The sum of a batch is added at once, and only its strict rows look it up.
    private static final String SQL =
            """
            WITH routed_right AS MATERIALIZED (
                SELECT base + pg_current_xact_id()::text::bigint AS feed_place
                  FROM routing
                 CROSS JOIN feed_base
                 WHERE mark = ?
            ), captured AS (
                INSERT INTO event (
                    id, app_id, feed_place, mode, own_id, type, data, created_at, expires_at,
                    expires_by, ordering_key, sequence, traceparent)
                SELECT e.id, e.app_id, feed_place, e.mode, e.own_id, e.type, e.data, e.created_at,
                       e.expires_at, e.expires_by, e.ordering_key, e.sequence, e.traceparent
                  FROM routed_right
                 CROSS JOIN unnest(
                           ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::bytea[],
                           ?::timestamptz[], ?::timestamptz[], ?::text[], ?::text[], ?::int8[],
                           ?::text[])
                       AS e (
                           id, app_id, mode, own_id, type, data,
                           created_at, expires_at, expires_by, ordering_key, sequence,
                           traceparent)
            ), strict AS (
                INSERT INTO strict_sequence (endpoint_id, sequence)
                SELECT s.endpoint_id, s.deliveries
                  FROM routed_right
                 CROSS JOIN unnest(?::uuid[], ?::int8[]) AS s (endpoint_id, deliveries)
                 ORDER BY s.endpoint_id
                    ON CONFLICT (endpoint_id) DO UPDATE
                   SET sequence = strict_sequence.sequence + excluded.sequence
                RETURNING endpoint_id, sequence
            ), fanned_out AS (
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, reason, attempts,
                    refusals, closing, retry_policy, attempts_max, next_attempt_at, give_up_at,
                    pause_mark, expires_at, lease, lane, lane_sequence, updated_at)
                SELECT d.id, d.app_id, d.mode, d.event_id, d.event_type, d.endpoint_id,
                       CASE WHEN d.expires_at <= p.now THEN 'expired'
                            WHEN d.leased THEN 'in_flight'
                            ELSE 'pending' END,
                       CASE WHEN d.expires_at <= p.now THEN 'ttl' END,
                       0, 0, false, d.retry_policy, d.attempts_max,
                       CASE WHEN d.leased OR d.lane IS NOT NULL OR d.expires_at <= p.now THEN NULL
                            ELSE p.now END,
                       d.give_up_at, d.pause_mark, d.expires_at,
                       CASE WHEN d.leased THEN p.lease END,
                       d.lane,
                       CASE WHEN d.lane = ''
                            THEN d.lane_sequence
                                 + ((SELECT jsonb_object_agg(endpoint_id, sequence) FROM strict)
                                    ->> d.endpoint_id::text)::bigint
                            ELSE d.lane_sequence END,
                       p.now
                  FROM routed_right
                 CROSS JOIN (SELECT ?::timestamptz AS now, ?::uuid AS lease) p
                 CROSS JOIN unnest(
                           ?::uuid[], ?::uuid[], ?::text[], ?::uuid[], ?::text[], ?::uuid[],
                           ?::text[], ?::int4[], ?::timestamptz[], ?::int8[], ?::timestamptz[],
                           ?::bool[], ?::text[], ?::int8[])
                       AS d (
                           id, app_id, mode, event_id, event_type, endpoint_id,
                           retry_policy, attempts_max, give_up_at, pause_mark, expires_at,
                           leased, lane, lane_sequence)
            ), leased AS (
                INSERT INTO lease (token, process_id, delivery_ids, taken_at)
                SELECT ?::uuid, ?::uuid, ids, ?::timestamptz
                  FROM routed_right
                 CROSS JOIN (SELECT ?::uuid[] AS ids) l
                 WHERE cardinality(ids) > 0
            )
            SELECT count(*)
              FROM routed_right
            """;

    /// More events than this at once are a sign of load, and their batches grow.
    private static final int FEW_MAX = 4;

    private static final RowStatement CAPTURE = new RowStatement(SQL, FEW_MAX, "e", "d");

    private static @Nullable String expiresBy(Event event) {
        return event.expiresBy() == null ? null : event.expiresBy().code();
    }

    /// Returns false if the current routing does not have this mark; nothing was written then.
    boolean capture(
            Connection connection,
            UUID routingMark,
            List<Event> events,
            List<DeliveryRow> deliveries,
            UUID lease,
            UUID processId,
            Instant now)
            throws SQLException {
        var strictCounts = strictCounts(deliveries);
        var strict = List.copyOf(strictCounts.entrySet());
        // Only lists of the same length can be few.
        int rows = events.size() == deliveries.size() ? events.size() : Integer.MAX_VALUE;
        try (var statement = CAPTURE.prepare(connection, rows)) {
            CAPTURE.bind(statement, rows)
                    .uuid(routingMark)
                    .uuids(events, Event::id)
                    .uuids(events, Event::appId)
                    .texts(events, event -> event.mode().code())
                    .texts(events, Event::ownId)
                    .texts(events, Event::type)
                    .bytes(events, Event::data)
                    .times(events, Event::createdAt)
                    .times(events, Event::expiresAt)
                    .texts(events, CaptureStore::expiresBy)
                    .texts(events, Event::orderingKey)
                    .longs(events, Event::sequence)
                    .texts(events, Event::traceparent)
                    .uuidArray(strict.stream().map(Map.Entry::getKey).toList())
                    .longArray(strict.stream().map(Map.Entry::getValue).toList())
                    .time(now)
                    .uuid(lease)
                    .uuids(deliveries, DeliveryRow::id)
                    .uuids(deliveries, delivery -> delivery.event().appId())
                    .texts(deliveries, delivery -> delivery.event().mode().code())
                    .uuids(deliveries, delivery -> delivery.event().id())
                    .texts(deliveries, delivery -> delivery.event().type())
                    .uuids(deliveries, DeliveryRow::endpointId)
                    .texts(deliveries, delivery -> delivery.terms().policy().name())
                    .integers(deliveries, delivery -> delivery.terms().attemptsMax())
                    .times(deliveries, delivery -> delivery.terms().giveUpAt())
                    .longs(deliveries, delivery -> delivery.terms().pauseMark())
                    .times(deliveries, delivery -> delivery.event().expiresAt())
                    .booleans(deliveries, DeliveryRow::leased)
                    .texts(deliveries, CaptureStore::laneOf)
                    .longs(deliveries, delivery -> placeOf(delivery, strictCounts))
                    .uuid(lease)
                    .uuid(processId)
                    .time(now)
                    .uuidArray(
                            deliveries.stream()
                                    .filter(DeliveryRow::leased)
                                    .map(DeliveryRow::id)
                                    .toList());
            try (var result = statement.executeQuery()) {
                result.next();
                return result.getInt(1) == 1;
            }
        }
    }

    private static Map<UUID, Long> strictCounts(List<DeliveryRow> deliveries) {
        var counts = new HashMap<UUID, Long>();
        for (var delivery : deliveries) {
            if (delivery.place() != null && delivery.place().lane().isStrict()) {
                counts.merge(delivery.endpointId(), 1L, Long::sum);
            }
        }
        return counts;
    }

    private static @Nullable String laneOf(DeliveryRow delivery) {
        return delivery.place() == null ? null : delivery.place().lane().name();
    }

    /// In a strict lane, the distance from the last row of this batch, whose place will be known.
    private static @Nullable Long placeOf(DeliveryRow delivery, Map<UUID, Long> strictCounts) {
        var place = delivery.place();
        if (place == null) {
            return null;
        }
        return place.lane().isStrict()
                ? place.sequence() - strictCounts.getOrDefault(delivery.endpointId(), 0L)
                : place.sequence();
    }
}

package dev.waybill.capture;

import dev.waybill.db.SqlArrays;
import dev.waybill.domain.Event;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Writes a batch of events with their deliveries: one statement, which is its own transaction
/// unless the caller has opened one.
final class CaptureStore {

    // `routing` is read in the very statement that writes: if an endpoint was created, changed or
    // deleted since the rows were made, nothing is written and the caller routes again.
    private static final String CAPTURE =
            """
            WITH routed_right AS MATERIALIZED (
                SELECT version
                  FROM routing
                 WHERE version = ?
            ), captured AS (
                INSERT INTO event (
                    id, app_id, mode, own_id, type, data, created_at, expires_at, ordering_key,
                    sequence, traceparent)
                SELECT e.id, e.app_id, e.mode, e.own_id, e.type, e.data, e.created_at, e.expires_at,
                       e.ordering_key, e.sequence, e.traceparent
                  FROM routed_right
                 CROSS JOIN unnest(
                           ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::bytea[],
                           ?::timestamptz[], ?::timestamptz[], ?::text[], ?::int8[], ?::text[])
                       AS e (
                           id, app_id, mode, own_id, type, data,
                           created_at, expires_at, ordering_key, sequence, traceparent)
            ), fanned_out AS (
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, reason, attempts,
                    refusals, closing, retry_policy, attempts_max, next_attempt_at, give_up_at,
                    pause_mark, expires_at, lease, updated_at)
                SELECT d.id, d.app_id, d.mode, d.event_id, d.event_type, d.endpoint_id,
                       CASE WHEN d.expires_at <= p.now THEN 'expired'
                            WHEN d.leased THEN 'in_flight'
                            ELSE 'pending' END,
                       CASE WHEN d.expires_at <= p.now THEN 'ttl' END,
                       0, 0, false, d.retry_policy, d.attempts_max,
                       CASE WHEN d.leased OR d.expires_at <= p.now THEN NULL ELSE p.now END,
                       d.give_up_at, d.pause_mark, d.expires_at,
                       CASE WHEN d.leased THEN p.lease END,
                       p.now
                  FROM routed_right
                 CROSS JOIN (SELECT ?::timestamptz AS now, ?::uuid AS lease) p
                 CROSS JOIN unnest(
                           ?::uuid[], ?::uuid[], ?::text[], ?::uuid[], ?::text[], ?::uuid[],
                           ?::text[], ?::int4[], ?::timestamptz[], ?::int8[], ?::timestamptz[],
                           ?::bool[])
                       AS d (
                           id, app_id, mode, event_id, event_type, endpoint_id,
                           retry_policy, attempts_max, give_up_at, pause_mark, expires_at,
                           leased)
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

    /// False if the routing has changed since `routingVersion`; nothing was written then.
    boolean capture(
            Connection connection,
            long routingVersion,
            List<Event> events,
            List<DeliveryRow> deliveries,
            UUID lease,
            UUID processId,
            Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(CAPTURE)) {
            new SqlArrays(statement)
                    .number(routingVersion)
                    .uuids(events, Event::id)
                    .uuids(events, Event::appId)
                    .texts(events, event -> event.mode().word())
                    .texts(events, Event::ownId)
                    .texts(events, Event::type)
                    .bytes(events, Event::data)
                    .times(events, Event::createdAt)
                    .times(events, Event::expiresAt)
                    .texts(events, Event::orderingKey)
                    .longs(events, Event::sequence)
                    .texts(events, Event::traceparent)
                    .time(now)
                    .uuid(lease)
                    .uuids(deliveries, DeliveryRow::id)
                    .uuids(deliveries, delivery -> delivery.event().appId())
                    .texts(deliveries, delivery -> delivery.event().mode().word())
                    .uuids(deliveries, delivery -> delivery.event().id())
                    .texts(deliveries, delivery -> delivery.event().type())
                    .uuids(deliveries, DeliveryRow::endpointId)
                    .texts(deliveries, delivery -> delivery.policy().name())
                    .integers(deliveries, DeliveryRow::attemptsMax)
                    .times(deliveries, DeliveryRow::giveUpAt)
                    .longs(deliveries, DeliveryRow::pauseMark)
                    .times(deliveries, delivery -> delivery.event().expiresAt())
                    .booleans(deliveries, DeliveryRow::leased)
                    .uuid(lease)
                    .uuid(processId)
                    .time(now)
                    .uuids(
                            deliveries.stream().filter(DeliveryRow::leased).toList(),
                            DeliveryRow::id);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1) == 1;
            }
        }
    }
}

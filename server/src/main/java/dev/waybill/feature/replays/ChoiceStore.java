package dev.waybill.feature.replays;

import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import dev.waybill.feature.deliveries.CauseSelector;
import dev.waybill.feature.events.TypePatterns;
import dev.waybill.feature.replays.ReplaySelection.Deliveries;
import dev.waybill.feature.replays.ReplaySelection.OfEndpoint;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// Selects the deliveries of a replay and stores them as its items.
final class ChoiceStore {

    // Without an app, the internal apps are left out, as in lists.
    private static final String DELIVERIES =
            """
            candidate AS MATERIALIZED (
                SELECT delivery.id AS repeats, event_id, endpoint_id, state, dead_letter_resolved_at
                  FROM delivery
                 WHERE mode = :mode
                   AND id >= :from
                   AND id < :until
                   AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
                   AND (CAST(:endpoint_id AS uuid) IS NULL
                        OR endpoint_id = CAST(:endpoint_id AS uuid))
                   AND (NOT is_internal_app(app_id)
                        OR CAST(:app_id AS uuid) IS NOT NULL
                        OR CAST(:endpoint_id AS uuid) IS NOT NULL
                        OR cardinality(:named) > 0)
                   AND (cardinality(:types) = 0
                        OR event_type = ANY (:types)
                        OR EXISTS (
                               SELECT
                                 FROM unnest(:prefixes) AS prefix
                                WHERE starts_with(event_type, prefix)))
                   AND (cardinality(:states) = 0 OR state = ANY (:states))
                   AND (cardinality(:reasons) = 0 OR reason = ANY (:reasons))
                   AND (CAST(:causes AS text[]) IS NULL
                        OR COALESCE(cause, 'unattempted') = ANY (:causes)
                        OR left(cause, 1) || 'xx' = ANY (:causes))
                   AND (cardinality(:named) = 0 OR id = ANY (:named))
                   AND (cardinality(:states) + cardinality(:reasons) + cardinality(:named) > 0
                        OR is_dead_letter(reason))
            )
            """;

    // Events that Waybill itself sent to a single endpoint are not events of the app.
    private static final String OF_ENDPOINT =
            """
            candidate AS MATERIALIZED (
                SELECT newest.id AS repeats, event.id AS event_id,
                       CAST(:endpoint_id AS uuid) AS endpoint_id, newest.state,
                       NULL::timestamptz AS dead_letter_resolved_at
                  FROM event
                  LEFT JOIN LATERAL (
                           SELECT id, state
                             FROM delivery
                            WHERE event_id = event.id
                              AND endpoint_id = CAST(:endpoint_id AS uuid)
                            ORDER BY id DESC
                            LIMIT 1) newest ON true
                 WHERE app_id = CAST(:app_id AS uuid)
                   AND mode = :mode
                   AND (feed_place, event.id) > (:place, :after)
                   AND event.id >= :from
                   AND event.id < :until
                   AND (type = ANY (:own_types)
                        OR EXISTS (
                               SELECT
                                 FROM unnest(:own_prefixes) AS prefix
                                WHERE starts_with(type, prefix)))
                   AND (cardinality(:types) = 0
                        OR type = ANY (:types)
                        OR EXISTS (
                               SELECT
                                 FROM unnest(:prefixes) AS prefix
                                WHERE starts_with(type, prefix)))
                   AND (is_internal_app(app_id)
                        OR NOT (type = 'waybill.test' OR starts_with(type, 'webhook_endpoint.')))
                   AND CASE WHEN newest.id IS NULL
                            THEN :missed
                            ELSE newest.state = ANY (:states) END
            )
            """;

    // Redeliveries are rare, so all of them are joined with the candidates; a look-up for each
    // candidate would search every day since.
    //
    // Items are in the order of the feed, but those of one ordering key by their sequence: of
    // two concurrent captures the one that began first may have been numbered last.
    private static final String FREEZE =
            """
            WITH {candidate}, repeated AS MATERIALIZED (
                SELECT DISTINCT repeats
                  FROM candidate
                  JOIN delivery newer
                    ON newer.event_id = candidate.event_id
                   AND newer.endpoint_id = candidate.endpoint_id
                   AND newer.id > candidate.repeats
                 WHERE newer.replayed
                   AND newer.id >= :from
            ), judged AS MATERIALIZED (
                SELECT repeats, event_id, candidate.endpoint_id, feed_place, ordering_key, sequence,
                       CASE WHEN endpoint.id IS NULL OR endpoint.deleted_at IS NOT NULL
                            THEN 'endpoint_deleted'
                            WHEN endpoint.state = 'disabled'
                            THEN 'endpoint_disabled'
                            WHEN candidate.state IN ('pending', 'in_flight')
                            THEN 'still_open'
                            WHEN event.expires_at <= :now
                            THEN 'expired'
                            WHEN repeated.repeats IS NOT NULL
                            THEN 'repeated_since'
                            WHEN dead_letter_resolved_at IS NOT NULL
                            THEN 'resolved'
                       END AS excluded
                  FROM candidate
                  JOIN event ON event.id = candidate.event_id
                  LEFT JOIN endpoint ON endpoint.id = candidate.endpoint_id
                  LEFT JOIN repeated USING (repeats)
            ), frozen AS (
                INSERT INTO replay_item (replay_id, ordinal, event_id, endpoint_id, repeats)
                SELECT CAST(:replay_id AS uuid),
                       row_number() OVER (
                           ORDER BY settled_place, ordering_key, sequence, event_id, endpoint_id),
                       event_id, endpoint_id, repeats
                  FROM (SELECT event_id, endpoint_id, repeats, ordering_key, sequence,
                               CASE WHEN ordering_key IS NULL
                                    THEN feed_place
                                    ELSE max(feed_place) OVER (
                                             PARTITION BY endpoint_id, ordering_key
                                             ORDER BY sequence
                                             ROWS UNBOUNDED PRECEDING)
                               END AS settled_place
                          FROM judged
                         WHERE excluded IS NULL
                           AND CAST(:replay_id AS uuid) IS NOT NULL) AS chosen
            )
            SELECT endpoint_id, excluded, count(*) AS number
              FROM judged
             GROUP BY endpoint_id, excluded
             ORDER BY number DESC, endpoint_id
            """;

    /// Counts the selection and, for a replay, stores it as its items. One statement does both, so
    /// the two agree.
    ///
    /// @param replayId null to count only
    Plan freeze(Handle tx, ReplaySelection selection, @Nullable UUID replayId, Instant now) {
        var query =
                switch (selection) {
                    case Deliveries deliveries -> bind(query(tx, DELIVERIES), deliveries);
                    case OfEndpoint ofEndpoint -> bind(query(tx, OF_ENDPOINT), ofEndpoint);
                };
        var endpoints = new LinkedHashMap<UUID, Long>();
        var excluded = new EnumMap<ExclusionReason, Long>(ExclusionReason.class);
        query.bind("now", now)
                .bindByType("replay_id", replayId, UUID.class)
                .bind("types", TypePatterns.names(selection.eventTypes()))
                .bind("prefixes", TypePatterns.prefixes(selection.eventTypes()))
                .map((row, _) -> {
                    long number = row.getLong("number");
                    var why = row.getString("excluded");
                    if (why == null) {
                        endpoints.put(row.getObject("endpoint_id", UUID.class), number);
                    } else {
                        excluded.merge(ExclusionReason.of(why), number, Long::sum);
                    }
                    return number;
                })
                .list();
        return new Plan(endpoints, excluded);
    }

    private static Query query(Handle tx, String candidate) {
        return tx.createQuery(FREEZE.replace("{candidate}", candidate));
    }

    private static Query bind(Query query, Deliveries selection) {
        return query.bind("mode", selection.scope().mode().code())
                .bindByType("app_id", selection.scope().appId(), UUID.class)
                .bindByType("endpoint_id", selection.endpointId(), UUID.class)
                .bind("from", Ids.lowestAt(selection.since()))
                .bind("until", Ids.lowestAt(selection.until()))
                .bind("states", codes(selection.states(), DeliveryState::code))
                .bind("reasons", codes(selection.reasons(), Reason::code))
                .bindByType("causes", causes(selection.causes()), String[].class)
                .bind("named", selection.named().toArray(UUID[]::new));
    }

    private static Query bind(Query query, OfEndpoint selection) {
        var endpoint = selection.endpoint();
        return query.bind("mode", endpoint.mode().code())
                .bind("app_id", endpoint.appId())
                .bind("endpoint_id", endpoint.id())
                .bind("place", selection.after().place())
                .bind("after", selection.after().id())
                .bind("from", Ids.lowestAt(selection.since()))
                .bind("until", Ids.lowestAt(selection.until()))
                .bind("own_types", TypePatterns.names(endpoint.eventTypes()))
                .bind("own_prefixes", TypePatterns.prefixes(endpoint.eventTypes()))
                .bind("states", codes(selection.states(), DeliveryState::code))
                .bind("missed", selection.missed());
    }

    private static String @Nullable [] causes(@Nullable Set<CauseSelector> causes) {
        return causes == null ? null : codes(causes, CauseSelector::code);
    }

    private static <T> String[] codes(Collection<T> values, Function<T, String> code) {
        return values.stream().map(code).toArray(String[]::new);
    }
}

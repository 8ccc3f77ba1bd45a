package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Span;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Reads the sums and facts that rules judge. No statement counts deliveries.
final class SumStore {

    // The rows of the last minutes, through their index: as many as there were active endpoints.
    private static final String SPANS =
            """
            SELECT endpoint_id, since, sum(succeeded) AS succeeded, sum(failed) AS failed,
                   sum(client_errors) AS client_errors,
                   sum(permanent + exhausted + gone + blocked + endpoint_disabled + deadline)
                       AS lost,
                   array_agg(DISTINCT COALESCE(event_type, '')) FILTER (WHERE failed > 0)
                       AS failed_types
              FROM stat
             WHERE grain_seconds = :grain
               AND since >= :from
               AND since < :until
               AND endpoint_id IS NOT NULL
               AND NOT is_internal_app(app_id)
             GROUP BY endpoint_id, since
             ORDER BY endpoint_id, since
            """;

    /// The sums of each endpoint, in the order of time.
    ///
    /// @param retriedFor how long deliveries of an endpoint and some event types are retried
    Map<UUID, List<Span>> spans(
            Handle handle,
            Instant from,
            Instant until,
            BiFunction<UUID, List<String>, Duration> retriedFor) {
        var spans = new LinkedHashMap<UUID, List<Span>>();
        handle.createQuery(SPANS)
                .bind("grain", Span.LENGTH.toSeconds())
                .bind("from", from)
                .bind("until", until)
                .map((row, _) -> {
                    var id = row.getObject("endpoint_id", UUID.class);
                    return spans.computeIfAbsent(id, _ -> new ArrayList<>())
                            .add(span(row, retriedFor.apply(id, types(row))));
                })
                .list();
        return spans;
    }

    private static List<String> types(ResultSet row) throws SQLException {
        var types = row.getArray("failed_types");
        return types == null ? List.of() : List.of((String[]) types.getArray());
    }

    private static Span span(ResultSet row, Duration retriedFor) throws SQLException {
        return new Span(
                row.getTimestamp("since").toInstant(),
                row.getLong("succeeded"),
                row.getLong("failed"),
                row.getLong("client_errors"),
                row.getLong("lost"),
                retriedFor);
    }

    private static final String DEAD_LETTERS =
            """
            SELECT COALESCE(sum(permanent + exhausted + gone + blocked + endpoint_disabled
                                + deadline), 0) AS dead_letters
              FROM stat
             WHERE endpoint_id IS NULL
               AND app_id IS NULL
               AND mode = 'live'
               AND grain_seconds = :grain
               AND since = :since
            """;

    /// The dead letters of all apps within a span.
    long deadLetters(Handle handle, Instant since) {
        return handle.createQuery(DEAD_LETTERS)
                .bind("grain", Span.LENGTH.toSeconds())
                .bind("since", since)
                .mapTo(Long.class)
                .one();
    }

    private static final String ATTEMPTS =
            """
            SELECT COALESCE(sum(succeeded + failed), 0) AS attempts
              FROM stat
             WHERE endpoint_id IS NULL
               AND app_id IS NULL
               AND mode = 'live'
               AND grain_seconds = :grain
               AND since >= :from
            """;

    /// The attempts of all apps in the spans from a time on, as far as they have been counted.
    long attempts(Handle handle, Instant from) {
        return handle.createQuery(ATTEMPTS)
                .bind("grain", Span.LENGTH.toSeconds())
                .bind("from", from)
                .mapTo(Long.class)
                .one();
    }

    private static final String LIMITED =
            """
            SELECT endpoint_id, failures > 0 AS fails
              FROM endpoint_pace
             WHERE failures > 0
                OR probe_at IS NOT NULL
                OR hold_off_until > :now
            """;

    /// The endpoints that asked to wait, or did not answer at last, and whether it is the latter:
    /// every process reads as many rows twice a minute.
    Map<UUID, Boolean> limited(Handle handle, Instant now) {
        return handle.createQuery(LIMITED)
                .bind("now", now)
                .map((row, _) ->
                        Map.entry(
                                row.getObject("endpoint_id", UUID.class), row.getBoolean("fails")))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static final String BUSY =
            """
            SELECT endpoint_id
              FROM stat
             WHERE grain_seconds = :grain
               AND since >= :from
               AND endpoint_id IS NOT NULL
             GROUP BY endpoint_id
             ORDER BY sum(captured + succeeded + failed) DESC
             LIMIT :limit
            """;

    /// The endpoints with the most deliveries and attempts since a time.
    List<UUID> busy(Handle handle, Instant from, int limit) {
        return handle.createQuery(BUSY)
                .bind("grain", Span.LENGTH.toSeconds())
                .bind("from", from)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    // The LIMIT inside bounds the cost, however many deliveries wait.
    private static final String LATE =
            """
            SELECT DISTINCT endpoint_id
              FROM (SELECT endpoint_id
                      FROM delivery
                     WHERE next_attempt_at <= :due_before
                     ORDER BY next_attempt_at DESC
                     LIMIT :limit) AS late
            """;

    /// The endpoints of deliveries that were due at a time and still wait.
    ///
    /// @param limit deliveries looked at: those that fell due last
    List<UUID> late(Handle handle, Instant dueBefore, int limit) {
        return handle.createQuery(LATE)
                .bind("due_before", dueBefore)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list();
    }

    // One search in the index of what is due for each of few endpoints.
    private static final String OLDEST_DUE =
            """
            SELECT asked.id, due.next_attempt_at
              FROM unnest(CAST(:ids AS uuid[])) AS asked (id)
             CROSS JOIN LATERAL (
                       SELECT next_attempt_at
                         FROM delivery
                        WHERE endpoint_id = asked.id
                          AND next_attempt_at IS NOT NULL
                        ORDER BY next_attempt_at
                        LIMIT 1) AS due
            """;

    /// When the oldest delivery to each of these endpoints was, or will be, due.
    Map<UUID, Instant> oldestDue(Handle handle, Collection<UUID> endpoints) {
        return handle.createQuery(OLDEST_DUE)
                .bind("ids", endpoints.toArray(UUID[]::new))
                .map((row, _) ->
                        Map.entry(
                                row.getObject("id", UUID.class),
                                row.getTimestamp("next_attempt_at").toInstant()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// A change of an endpoint's state that Waybill made.
    record Change(UUID endpointId, Instant at, String state, String reason) {}

    private static final String CHANGES =
            """
            SELECT endpoint_id, at, to_state, reason
              FROM endpoint_state_change
             WHERE id >= :since
               AND actor = 'waybill'
             ORDER BY id
             LIMIT :limit
            """;

    /// The automatic changes since a time.
    ///
    /// @param since the lowest id of that time
    List<Change> changes(Handle handle, UUID since, int limit) {
        return handle.createQuery(CHANGES)
                .bind("since", since)
                .bind("limit", limit)
                .map((row, _) ->
                        new Change(
                                row.getObject("endpoint_id", UUID.class),
                                row.getTimestamp("at").toInstant(),
                                row.getString("to_state"),
                                row.getString("reason")))
                .list();
    }

    private static final String EXIST =
            """
            SELECT bool_and(to_regclass(name) IS NOT NULL)
              FROM unnest(:names) AS asked (name)
            """;

    /// Whether all these tables exist.
    boolean exist(Handle handle, List<String> tables) {
        return handle.createQuery(EXIST)
                .bind("names", tables.toArray(String[]::new))
                .mapTo(Boolean.class)
                .one();
    }
}

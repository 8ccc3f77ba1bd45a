package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Span;
import dev.waybill.engine.capture.EventRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads the sums and facts that rules judge. No statement counts deliveries.
final class SumStore {

    // The rows of the last minutes, through their index: as many as there were active endpoints.
    private static final String SPANS =
            """
            SELECT endpoint_id, since, sum(succeeded) AS succeeded, sum(failed) AS failed,
                   sum(client_errors) AS client_errors
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
    Map<UUID, List<Span>> spans(Handle handle, Instant from, Instant until) {
        var spans = new LinkedHashMap<UUID, List<Span>>();
        handle.createQuery(SPANS)
                .bind("grain", Span.LENGTH.toSeconds())
                .bind("from", from)
                .bind("until", until)
                .map((row, _) ->
                        spans.computeIfAbsent(
                                        row.getObject("endpoint_id", UUID.class),
                                        _ -> new ArrayList<>())
                                .add(
                                        new Span(
                                                row.getTimestamp("since").toInstant(),
                                                row.getLong("succeeded"),
                                                row.getLong("failed"),
                                                row.getLong("client_errors"))))
                .list();
        return spans;
    }

    /// The sums of all apps.
    record Totals(long deadLetters, long attempts) {}

    private static final String TOTALS =
            """
            SELECT COALESCE(sum(permanent + exhausted + gone + blocked + endpoint_disabled
                                + deadline), 0) AS dead_letters,
                   COALESCE(sum(succeeded + failed), 0) AS attempts
              FROM stat
             WHERE endpoint_id IS NULL
               AND app_id IS NULL
               AND mode = 'live'
               AND grain_seconds = :grain
               AND since = :since
            """;

    Totals totals(Handle handle, Instant since) {
        return handle.createQuery(TOTALS)
                .bind("grain", Span.LENGTH.toSeconds())
                .bind("since", since)
                .map((row, _) -> new Totals(row.getLong("dead_letters"), row.getLong("attempts")))
                .one();
    }

    // Hours and days that began before the streak are included if they reach into it; deliveries
    // that were lost shortly before it are then counted too.
    private static final String LOST =
            """
            SELECT COALESCE(sum(permanent + exhausted + gone + blocked + endpoint_disabled
                                + deadline), 0) AS dead_letters
              FROM stat
             WHERE endpoint_id = :endpoint_id
               AND since + grain_seconds * interval '1 second' > :since
            """;

    /// The dead letters of an endpoint since a time.
    long lost(Handle handle, UUID endpointId, Instant since) {
        return handle.createQuery(LOST)
                .bind("endpoint_id", endpointId)
                .bind("since", since)
                .mapTo(Long.class)
                .one();
    }

    // One search in the index of what is due for each of few endpoints.
    private static final String OLDEST_DUE =
            """
            SELECT min(due.next_attempt_at) AS oldest_due
              FROM unnest(CAST(:ids AS uuid[])) AS asked (id)
             CROSS JOIN LATERAL (
                       SELECT next_attempt_at
                         FROM delivery
                        WHERE endpoint_id = asked.id
                          AND next_attempt_at IS NOT NULL
                        ORDER BY next_attempt_at
                        LIMIT 1) AS due
            """;

    /// When the oldest delivery to these endpoints was, or will be, due.
    @Nullable Instant oldestDue(Handle handle, List<UUID> endpoints) {
        return handle.createQuery(OLDEST_DUE)
                .bind("ids", endpoints.toArray(UUID[]::new))
                .map((row, _) -> new Due(EventRow.instant(row, "oldest_due")))
                .one()
                .at;
    }

    private record Due(@Nullable Instant at) {}

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

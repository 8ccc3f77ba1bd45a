package dev.waybill.engine.routing;

import dev.waybill.domain.endpoint.EndpointHealth;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The results of endpoints, summed over all processes.
public final class HealthStore {

    /// The results that one process has seen since its last report.
    ///
    /// @param failures since the last success it saw
    /// @param succeededAt the time of that success, if there was one
    record Report(
            UUID endpointId,
            int failures,
            @Nullable Instant firstFailureAt,
            @Nullable Instant lastFailureAt,
            @Nullable Instant succeededAt) {}

    // A success after the first recorded failure ends the row of failures, whichever process saw
    // it.
    private static final String ADD_UP =
            """
            INSERT INTO endpoint_health AS known (
                endpoint_id, consecutive_failures, failing_since, last_failure_at, last_success_at,
                changed_at)
            SELECT endpoint_id, failures, first_at, last_at, succeeded_at, ?
              FROM unnest(
                       ?::uuid[], ?::int4[], ?::timestamptz[], ?::timestamptz[], ?::timestamptz[])
                   AS report (endpoint_id, failures, first_at, last_at, succeeded_at)
             ORDER BY endpoint_id
                ON CONFLICT (endpoint_id) DO UPDATE
               SET consecutive_failures =
                       CASE WHEN excluded.last_success_at >= known.failing_since
                            THEN excluded.consecutive_failures
                            ELSE known.consecutive_failures + excluded.consecutive_failures END,
                   failing_since =
                       CASE WHEN excluded.last_success_at >= known.failing_since
                            THEN excluded.failing_since
                            ELSE COALESCE(known.failing_since, excluded.failing_since) END,
                   last_failure_at = GREATEST(known.last_failure_at, excluded.last_failure_at),
                   last_success_at = GREATEST(known.last_success_at, excluded.last_success_at),
                   changed_at = excluded.changed_at
            """;

    void addUp(Connection connection, List<Report> reports, Instant now) throws SQLException {
        try (var statement = connection.prepareStatement(ADD_UP)) {
            new SqlArrays(statement)
                    .time(now)
                    .uuids(reports, Report::endpointId)
                    .integers(reports, Report::failures)
                    .times(reports, Report::firstFailureAt)
                    .times(reports, Report::lastFailureAt)
                    .times(reports, Report::succeededAt);
            statement.executeUpdate();
        }
    }

    private static final String FAILING =
            """
            SELECT endpoint_id, consecutive_failures, failing_since, last_failure_at
              FROM endpoint_health
             WHERE consecutive_failures > 0
            """;

    Map<UUID, EndpointHealth> failing(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(FAILING)) {
            var failing = new HashMap<UUID, EndpointHealth>();
            read(statement, failing);
            return failing;
        }
    }

    private static final String CHANGED_SINCE =
            """
            SELECT endpoint_id, consecutive_failures, failing_since, last_failure_at
              FROM endpoint_health
             WHERE changed_at >= ?
            """;

    /// Adds the changes since a time to `known`.
    void update(Connection connection, Instant since, Map<UUID, EndpointHealth> failing)
            throws SQLException {
        try (var statement = connection.prepareStatement(CHANGED_SINCE)) {
            new SqlArrays(statement).time(since);
            read(statement, failing);
        }
    }

    private static void read(PreparedStatement statement, Map<UUID, EndpointHealth> failing)
            throws SQLException {
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                var endpointId = rows.getObject(1, UUID.class);
                int failures = rows.getInt(2);
                if (failures == 0) {
                    failing.remove(endpointId);
                } else {
                    failing.put(
                            endpointId,
                            new EndpointHealth(
                                    failures,
                                    rows.getTimestamp(3).toInstant(),
                                    rows.getTimestamp(4).toInstant()));
                }
            }
        }
    }

    private static final String FAILURES =
            """
            SELECT endpoint_id, consecutive_failures
              FROM endpoint_health
             WHERE endpoint_id = ANY (:ids)
            """;

    public Map<UUID, Integer> failures(Handle handle, List<UUID> ids) {
        var failures = new HashMap<UUID, Integer>();
        handle.createQuery(FAILURES)
                .bind("ids", ids.toArray(UUID[]::new))
                .map((row, _) -> failures.put(row.getObject(1, UUID.class), row.getInt(2)))
                .list();
        return failures;
    }

    private static final String FORGET =
            """
            UPDATE endpoint_health
               SET consecutive_failures = 0,
                   failing_since = NULL,
                   changed_at = :now
             WHERE endpoint_id = :id
            """;

    /// The row stays, so that every process reads the change.
    void forget(Handle tx, UUID endpointId, Instant now) {
        tx.createUpdate(FORGET).bind("id", endpointId).bind("now", now).execute();
    }
}

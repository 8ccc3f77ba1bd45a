package dev.waybill.engine.routing;

import dev.waybill.domain.endpoint.Breaker;
import dev.waybill.domain.endpoint.PaceReport;
import dev.waybill.infra.db.SqlArrays;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The pace of endpoints, shared by all processes.
public final class PaceStore {

    /// The row of one endpoint.
    ///
    /// @param prober the process that may probe at `probeAt`
    public record PaceRow(
            UUID endpointId,
            int failures,
            @Nullable Instant probeAt,
            @Nullable UUID prober,
            @Nullable Instant holdOffUntil) {}

    // Failures add up until a process reports an answer. The process that parked the endpoint,
    // probed it last or reported the last failure before parking makes the next probe.
    private static final String REPORT =
            """
            INSERT INTO endpoint_pace AS known (
                endpoint_id, failures, probe_at, prober, hold_off_until, answered_at, changed_at)
            SELECT report.endpoint_id, failures, probe_at,
                   CASE WHEN probe_at IS NOT NULL THEN reporter.id END,
                   hold_off_until, CASE WHEN closed THEN reporter.now END, reporter.now
              FROM unnest(?::uuid[], ?::int4[], ?::bool[], ?::timestamptz[], ?::timestamptz[])
                   AS report (endpoint_id, failures, closed, probe_at, hold_off_until)
             CROSS JOIN (SELECT ?::uuid AS id, ?::timestamptz AS now) reporter
             ORDER BY report.endpoint_id
                ON CONFLICT (endpoint_id) DO UPDATE
               SET failures =
                       CASE WHEN excluded.answered_at IS NOT NULL THEN excluded.failures
                            ELSE known.failures + excluded.failures END,
                   probe_at =
                       CASE WHEN excluded.probe_at IS NOT NULL THEN excluded.probe_at
                            WHEN excluded.answered_at IS NOT NULL THEN NULL
                            WHEN known.probe_at IS NOT NULL THEN known.probe_at
                            WHEN known.failures + excluded.failures >= ?
                            THEN excluded.changed_at + ? * interval '1 millisecond' END,
                   prober =
                       CASE WHEN excluded.probe_at IS NOT NULL THEN excluded.prober
                            WHEN excluded.answered_at IS NOT NULL THEN NULL
                            WHEN known.probe_at IS NOT NULL THEN known.prober
                            WHEN known.failures + excluded.failures >= ? THEN ?::uuid END,
                   hold_off_until = GREATEST(known.hold_off_until, excluded.hold_off_until),
                   answered_at = COALESCE(excluded.answered_at, known.answered_at),
                   changed_at = excluded.changed_at
            """;

    /// Adds the changes of one process.
    public void report(
            Connection connection, Map<UUID, PaceReport> reports, UUID reporter, Instant now)
            throws SQLException {
        var changes = List.copyOf(reports.entrySet());
        try (var statement = connection.prepareStatement(REPORT)) {
            new SqlArrays(statement)
                    .uuids(changes, Map.Entry::getKey)
                    .integers(changes, one -> one.getValue().failures())
                    .booleans(changes, one -> one.getValue().closed())
                    .times(changes, one -> one.getValue().probeAt())
                    .times(changes, one -> one.getValue().holdOffUntil())
                    .uuid(reporter)
                    .time(now)
                    .number(Breaker.FAILURES_MAX)
                    .number(Breaker.PROBE_EVERY.toMillis())
                    .number(Breaker.FAILURES_MAX)
                    .uuid(reporter);
            statement.executeUpdate();
        }
    }

    private static final String CHANGED_SINCE =
            """
            SELECT endpoint_id, failures, probe_at, prober, hold_off_until
              FROM endpoint_pace
             WHERE changed_at >= ?
            """;

    public List<PaceRow> changedSince(Connection connection, Instant since) throws SQLException {
        try (var statement = connection.prepareStatement(CHANGED_SINCE)) {
            new SqlArrays(statement).time(since);
            return rows(statement);
        }
    }

    private static final String ALL =
            """
            SELECT endpoint_id, failures, probe_at, prober, hold_off_until
              FROM endpoint_pace
            """;

    public List<PaceRow> all(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(ALL)) {
            return rows(statement);
        }
    }

    private static final String FORGET_OLD =
            """
            DELETE FROM endpoint_pace
             WHERE changed_at < ?
               AND (hold_off_until IS NULL OR hold_off_until < ?)
               AND (failures = 0 OR changed_at < ?)
            """;

    /// Deletes rows without a limit after every process has read them, and rows without changes
    /// since `abandonedBefore`.
    public void forgetOld(
            Connection connection, Instant readBefore, Instant abandonedBefore, Instant now)
            throws SQLException {
        try (var statement = connection.prepareStatement(FORGET_OLD)) {
            new SqlArrays(statement).time(readBefore).time(now).time(abandonedBefore);
            statement.executeUpdate();
        }
    }

    private static final String FORGET =
            """
            DELETE FROM endpoint_pace
             WHERE endpoint_id = :id
            """;

    void forget(Handle tx, UUID endpointId) {
        tx.createUpdate(FORGET).bind("id", endpointId).execute();
    }

    private static List<PaceRow> rows(PreparedStatement statement) throws SQLException {
        var all = new ArrayList<PaceRow>();
        try (var rows = statement.executeQuery()) {
            while (rows.next()) {
                all.add(
                        new PaceRow(
                                rows.getObject("endpoint_id", UUID.class),
                                rows.getInt("failures"),
                                instant(rows, "probe_at"),
                                rows.getObject("prober", UUID.class),
                                instant(rows, "hold_off_until")));
            }
        }
        return all;
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}

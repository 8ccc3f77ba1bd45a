package dev.waybill.feature.status;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// What processes report about themselves. All times are those of the database.
final class ReportStore {

    // A process that the database does not know, because it has just begun a new life, reports the
    // next time.
    private static final String WRITE =
            """
            INSERT INTO process_report (process_id, started_at, reported_at, host, version, jobs)
            SELECT id, started_at, clock_timestamp(), :host, :version, CAST(:jobs AS jsonb)
              FROM process
             WHERE id = :id
                ON CONFLICT (process_id) DO UPDATE
               SET reported_at = excluded.reported_at,
                   jobs = excluded.jobs
            """;

    void write(Handle handle, UUID processId, String host, String version, String jobs) {
        handle.createUpdate(WRITE)
                .bind("id", processId)
                .bind("host", host)
                .bind("version", version)
                .bind("jobs", jobs)
                .execute();
    }

    private static final String STOP =
            """
            UPDATE process_report
               SET stopped = true
             WHERE process_id = :id
            """;

    void stop(Handle handle, UUID processId) {
        handle.createUpdate(STOP).bind("id", processId).execute();
    }

    private static final String FORGET =
            """
            DELETE FROM process_report
             WHERE reported_at < clock_timestamp() - :kept_ms * interval '1 millisecond'
            """;

    void forget(Handle handle, Duration kept) {
        handle.createUpdate(FORGET).bind("kept_ms", kept.toMillis()).execute();
    }

    private static final String LIST =
            """
            SELECT report.process_id, report.host, report.version, report.started_at,
                   report.reported_at, report.stopped, report.rescued, report.jobs,
                   COALESCE(process.alive_until > clock_timestamp(), false) AS alive,
                   clock_timestamp() AS read_at
              FROM process_report AS report
              LEFT JOIN process ON process.id = report.process_id
             ORDER BY alive DESC, report.started_at, report.process_id
             LIMIT :limit
            """;

    List<ProcessStatus> list(Handle handle, int limit) {
        return handle.createQuery(LIST).bind("limit", limit).map((row, _) -> read(row)).list();
    }

    private static ProcessStatus read(ResultSet row) throws SQLException {
        var reportedAt = instant(row, "reported_at");
        return new ProcessStatus(
                row.getObject("process_id", UUID.class),
                ProcessStatus.state(
                        row.getBoolean("alive"),
                        row.getBoolean("stopped"),
                        reportedAt,
                        instant(row, "read_at")),
                row.getString("host"),
                row.getString("version"),
                instant(row, "started_at"),
                reportedAt,
                row.getLong("rescued"),
                JobReportJson.read(row.getString("jobs")));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    private static final String DATABASE =
            """
            SELECT pg_is_in_recovery() AS standby
            """;

    boolean isStandby(Handle handle) {
        return handle.createQuery(DATABASE).mapTo(Boolean.class).one();
    }
}

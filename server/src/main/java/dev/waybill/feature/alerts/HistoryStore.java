package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Group;
import dev.waybill.domain.alert.Reading;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Stall;
import dev.waybill.domain.alert.Streak;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes the histories that rules look at.
final class HistoryStore {

    /// How far the evaluation has come.
    record Progress(
            @Nullable Instant evaluatedAt,
            @Nullable Instant spansUntil,
            @Nullable Instant changesUntil) {}

    private static final String LOCK =
            """
            SELECT evaluated_at, spans_until, changes_until
              FROM alert_evaluation
               FOR UPDATE SKIP LOCKED
            """;

    /// Empty while another process evaluates.
    Optional<Progress> lock(Handle tx) {
        return tx.createQuery(LOCK).map((row, _) -> progress(row)).findOne();
    }

    private static final String PROGRESS =
            """
            SELECT evaluated_at, spans_until, changes_until
              FROM alert_evaluation
            """;

    Progress progress(Handle handle) {
        return handle.createQuery(PROGRESS).map((row, _) -> progress(row)).one();
    }

    private static Progress progress(ResultSet row) throws SQLException {
        return new Progress(
                EventRow.instant(row, "evaluated_at"),
                EventRow.instant(row, "spans_until"),
                EventRow.instant(row, "changes_until"));
    }

    private static final String ADVANCE =
            """
            UPDATE alert_evaluation
               SET evaluated_at = :evaluated_at,
                   spans_until = :spans_until,
                   changes_until = :evaluated_at
            """;

    void advance(Handle tx, Instant evaluatedAt, Instant spansUntil) {
        tx.createUpdate(ADVANCE)
                .bind("evaluated_at", evaluatedAt)
                .bind("spans_until", spansUntil)
                .execute();
    }

    private static final String OPEN_STREAKS =
            """
            SELECT endpoint_id, since, last_failed_at, ended_at
              FROM alert_streak
             WHERE ended_at IS NULL
            """;

    Map<UUID, Streak> openStreaks(Handle handle) {
        return handle.createQuery(OPEN_STREAKS)
                .map((row, _) -> Map.entry(row.getObject("endpoint_id", UUID.class), streak(row)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static final String LAST_END =
            """
            SELECT ended_at
              FROM alert_streak
             WHERE endpoint_id = :endpoint_id
             ORDER BY since DESC
             LIMIT 1
            """;

    /// When the last streak of an endpoint ended.
    Optional<Instant> lastEnd(Handle handle, UUID endpointId) {
        return handle.createQuery(LAST_END)
                .bind("endpoint_id", endpointId)
                .mapTo(Instant.class)
                .findOne();
    }

    private static final String STREAKS_SINCE =
            """
            SELECT endpoint_id, since, last_failed_at, ended_at
              FROM alert_streak
             WHERE ended_at IS NULL
                OR ended_at >= :from
             ORDER BY endpoint_id, since
            """;

    /// The streaks of each endpoint that reach into a time, in order.
    Map<UUID, List<Streak>> streaksSince(Handle handle, Instant from) {
        var streaks = new LinkedHashMap<UUID, List<Streak>>();
        handle.createQuery(STREAKS_SINCE)
                .bind("from", from)
                .map((row, _) ->
                        streaks.computeIfAbsent(
                                        row.getObject("endpoint_id", UUID.class),
                                        _ -> new ArrayList<>())
                                .add(streak(row)))
                .list();
        return streaks;
    }

    private static Streak streak(ResultSet row) throws SQLException {
        return new Streak(
                row.getTimestamp("since").toInstant(),
                row.getTimestamp("last_failed_at").toInstant(),
                EventRow.instant(row, "ended_at"));
    }

    private static final String PUT_STREAK =
            """
            INSERT INTO alert_streak (endpoint_id, since, last_failed_at, ended_at)
            VALUES (:endpoint_id, :since, :last_failed_at, CAST(:ended_at AS timestamptz))
                ON CONFLICT (endpoint_id, since) DO UPDATE
               SET last_failed_at = excluded.last_failed_at,
                   ended_at = excluded.ended_at
            """;

    private static final String DROP_STREAK =
            """
            DELETE FROM alert_streak
             WHERE endpoint_id = :endpoint_id
               AND since = :since
            """;

    /// Writes a streak of an endpoint, or deletes one that ended too soon to matter.
    void put(Handle tx, UUID endpointId, Streak streak) {
        if (!streak.isKept()) {
            tx.createUpdate(DROP_STREAK)
                    .bind("endpoint_id", endpointId)
                    .bind("since", streak.since())
                    .execute();
            return;
        }
        tx.createUpdate(PUT_STREAK)
                .bind("endpoint_id", endpointId)
                .bind("since", streak.since())
                .bind("last_failed_at", streak.lastFailedAt())
                .bindByType("ended_at", streak.endedAt(), Instant.class)
                .execute();
    }

    private static final String PUT_SPIKE =
            """
            INSERT INTO alert_spike (endpoint_id, since, succeeded, failed, client_errors)
            VALUES (:endpoint_id, :since, :succeeded, :failed, :client_errors)
                ON CONFLICT DO NOTHING
            """;

    void putSpike(Handle tx, UUID endpointId, Span span) {
        tx.createUpdate(PUT_SPIKE)
                .bind("endpoint_id", endpointId)
                .bind("since", span.since())
                .bind("succeeded", span.succeeded())
                .bind("failed", span.failed())
                .bind("client_errors", span.clientErrors())
                .execute();
    }

    private static final String SPIKES =
            """
            SELECT endpoint_id, since, succeeded, failed, client_errors
              FROM alert_spike
             WHERE since >= :from
             ORDER BY endpoint_id, since
            """;

    /// The spans of each endpoint with many 4xx answers, in order.
    Map<UUID, List<Span>> spikes(Handle handle, Instant from) {
        var spikes = new LinkedHashMap<UUID, List<Span>>();
        handle.createQuery(SPIKES)
                .bind("from", from)
                .map((row, _) ->
                        spikes.computeIfAbsent(
                                        row.getObject("endpoint_id", UUID.class),
                                        _ -> new ArrayList<>())
                                .add(
                                        new Span(
                                                row.getTimestamp("since").toInstant(),
                                                row.getLong("succeeded"),
                                                row.getLong("failed"),
                                                row.getLong("client_errors"))))
                .list();
        return spikes;
    }

    private static final String PUT_READING =
            """
            INSERT INTO alert_reading (
                at, dead_letters, endpoints, failing_since, failing_endpoints, failing_hosts,
                oldest_due_seconds, stalls)
            VALUES (:at, :dead_letters, :endpoints, CAST(:failing_since AS timestamptz),
                    :failing_endpoints, :failing_hosts, CAST(:oldest_due_seconds AS bigint),
                    :stalls)
                ON CONFLICT DO NOTHING
            """;

    void put(Handle tx, Reading reading) {
        var failing = reading.failing();
        var due = reading.oldestDue();
        tx.createUpdate(PUT_READING)
                .bind("at", reading.at())
                .bind("dead_letters", reading.deadLetters())
                .bind("endpoints", reading.endpoints())
                .bindByType("failing_since", failing.since(), Instant.class)
                .bind("failing_endpoints", failing.endpoints())
                .bind("failing_hosts", failing.hosts())
                .bindByType("oldest_due_seconds", due == null ? null : due.toSeconds(), Long.class)
                .bind("stalls", reading.stalls().stream().map(Stall::code).toArray(String[]::new))
                .execute();
    }

    private static final String READINGS =
            """
            SELECT at, dead_letters, endpoints, failing_since, failing_endpoints, failing_hosts,
                   oldest_due_seconds, stalls
              FROM alert_reading
             WHERE at >= :from
             ORDER BY at
            """;

    List<Reading> readings(Handle handle, Instant from) {
        return handle.createQuery(READINGS).bind("from", from).map((row, _) -> reading(row)).list();
    }

    private static Reading reading(ResultSet row) throws SQLException {
        long due = row.getLong("oldest_due_seconds");
        boolean none = row.wasNull();
        var stalls = (String[]) row.getArray("stalls").getArray();
        return new Reading(
                row.getTimestamp("at").toInstant(),
                row.getLong("dead_letters"),
                row.getInt("endpoints"),
                new Group(
                        EventRow.instant(row, "failing_since"),
                        row.getInt("failing_endpoints"),
                        row.getInt("failing_hosts")),
                none ? null : Duration.ofSeconds(due),
                Arrays.stream(stalls)
                        .flatMap(code -> Stall.of(code).stream())
                        .collect(Collectors.toSet()));
    }

    private static final String FORGET_STREAKS =
            """
            DELETE FROM alert_streak
             WHERE ended_at < :before
            """;

    int forgetStreaks(Handle tx, Instant before) {
        return tx.createUpdate(FORGET_STREAKS).bind("before", before).execute();
    }

    private static final String FORGET_SPIKES =
            """
            DELETE FROM alert_spike
             WHERE since < :before
            """;

    int forgetSpikes(Handle tx, Instant before) {
        return tx.createUpdate(FORGET_SPIKES).bind("before", before).execute();
    }

    private static final String FORGET_READINGS =
            """
            DELETE FROM alert_reading
             WHERE at < :before
            """;

    int forgetReadings(Handle tx, Instant before) {
        return tx.createUpdate(FORGET_READINGS).bind("before", before).execute();
    }
}

package dev.waybill.feature.alerts;

import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Streak;
import dev.waybill.domain.alert.Threshold;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes the histories that rules look at.
final class HistoryStore {

    /// Spikes that are read at once, about 10 MB. A preview with so many counts too few.
    static final int SPIKES_MAX = 100_000;

    private static final Duration CLOCKS_DIFFER_MAX = Duration.ofSeconds(5);

    /// How far the evaluation has come.
    record Progress(
            @Nullable Instant evaluatedAt,
            @Nullable Instant spansUntil,
            @Nullable Instant changesUntil) {

        /// Whether the clock has been set back since. The clocks of processes differ a little.
        boolean isAhead(Instant now) {
            return evaluatedAt != null && evaluatedAt.isAfter(now.plus(CLOCKS_DIFFER_MAX));
        }

        /// After the clock has been set back.
        Progress backTo(Instant now, Instant asOf) {
            return new Progress(now, asOf, now);
        }
    }

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
            SELECT endpoint_id, since, last_failed_at, ended_at, give_up_at, lost, gaps
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
            SELECT endpoint_id, since, last_failed_at, ended_at, give_up_at, lost, gaps
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
                EventRow.instant(row, "ended_at"),
                row.getTimestamp("give_up_at").toInstant(),
                row.getLong("lost"),
                gaps((Timestamp[]) row.getArray("gaps").getArray()));
    }

    private static List<Streak.Gap> gaps(Timestamp[] times) {
        var gaps = new ArrayList<Streak.Gap>();
        for (int i = 0; i < times.length; i += 2) {
            gaps.add(new Streak.Gap(times[i].toInstant(), times[i + 1].toInstant()));
        }
        return gaps;
    }

    private static final String PUT_STREAK =
            """
            INSERT INTO alert_streak (
                endpoint_id, since, last_failed_at, ended_at, give_up_at, lost, gaps)
            VALUES (:endpoint_id, :since, :last_failed_at, CAST(:ended_at AS timestamptz),
                    :give_up_at, :lost, CAST(CAST(:gaps AS text[]) AS timestamptz[]))
                ON CONFLICT (endpoint_id, since) DO UPDATE
               SET last_failed_at = excluded.last_failed_at,
                   ended_at = excluded.ended_at,
                   give_up_at = excluded.give_up_at,
                   lost = excluded.lost,
                   gaps = excluded.gaps
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
                .bind("give_up_at", streak.giveUpAt())
                .bind("lost", streak.lost())
                .bind("gaps", gaps(streak.gaps()))
                .execute();
    }

    private static String[] gaps(List<Streak.Gap> gaps) {
        return gaps.stream()
                .flatMap(gap -> Stream.of(gap.from(), gap.to()))
                .map(Instant::toString)
                .toArray(String[]::new);
    }

    private static final String LOST =
            """
            SELECT COALESCE(sum(lost), 0)
              FROM alert_streak
             WHERE endpoint_id = :endpoint_id
               AND since >= :since
            """;

    /// The dead letters of an endpoint in its streaks since a time.
    long lost(Handle handle, UUID endpointId, Instant since) {
        return handle.createQuery(LOST)
                .bind("endpoint_id", endpointId)
                .bind("since", since)
                .mapTo(Long.class)
                .one();
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

    // A small part of the rows of alert_spike: only those that meet the thresholds.
    private static final String SPIKES =
            """
            SELECT endpoint_id, since, succeeded, failed, client_errors
              FROM alert_spike
             WHERE since >= :from
               AND client_errors >= :client_errors
               AND client_errors * 100 >= (succeeded + failed) * :percent
             ORDER BY endpoint_id, since
             LIMIT :limit
            """;

    /// The spikes of each endpoint, in order.
    Map<UUID, List<Span>> spikes(Handle handle, Instant from, Thresholds thresholds) {
        var spikes = new LinkedHashMap<UUID, List<Span>>();
        handle.createQuery(SPIKES)
                .bind("from", from)
                .bind("client_errors", thresholds.get(Threshold.CLIENT_ERRORS))
                .bind("percent", thresholds.get(Threshold.CLIENT_ERROR_PERCENT))
                .bind("limit", SPIKES_MAX)
                .map((row, _) ->
                        spikes.computeIfAbsent(
                                        row.getObject("endpoint_id", UUID.class),
                                        _ -> new ArrayList<>())
                                .add(spike(row)))
                .list();
        return spikes;
    }

    private static final String LAST_SPIKE =
            """
            SELECT since, succeeded, failed, client_errors
              FROM alert_spike
             WHERE endpoint_id = :endpoint_id
               AND since >= :from
               AND client_errors >= :client_errors
               AND client_errors * 100 >= (succeeded + failed) * :percent
             ORDER BY since DESC
             LIMIT 1
            """;

    /// The last spike of an endpoint since a time.
    Optional<Span> lastSpike(Handle handle, UUID endpointId, Instant from, Thresholds thresholds) {
        return handle.createQuery(LAST_SPIKE)
                .bind("endpoint_id", endpointId)
                .bind("from", from)
                .bind("client_errors", thresholds.get(Threshold.CLIENT_ERRORS))
                .bind("percent", thresholds.get(Threshold.CLIENT_ERROR_PERCENT))
                .map((row, _) -> spike(row))
                .findOne();
    }

    private static Span spike(ResultSet row) throws SQLException {
        return new Span(
                row.getTimestamp("since").toInstant(),
                row.getLong("succeeded"),
                row.getLong("failed"),
                row.getLong("client_errors"));
    }

    private static final String FORGET_STREAKS_AFTER =
            """
            DELETE FROM alert_streak
             WHERE since >= :as_of
            """;

    private static final String FORGET_SPIKES_AFTER =
            """
            DELETE FROM alert_spike
             WHERE since >= :as_of
            """;

    /// Deletes what a clock that was ahead has left in the future.
    void forgetAfter(Handle tx, Instant asOf) {
        tx.createUpdate(FORGET_STREAKS_AFTER).bind("as_of", asOf).execute();
        tx.createUpdate(FORGET_SPIKES_AFTER).bind("as_of", asOf).execute();
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
}

package dev.waybill.feature.alerts;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.AlertState;
import dev.waybill.domain.alert.Level;
import dev.waybill.domain.alert.Outage;
import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes alerts.
final class AlertStore {

    private static final String FIRING =
            """
            SELECT id, rule, severity, endpoint_id, app_id, mode, level, reopened, summary,
                   started_at, fired_at, acknowledged_at, acknowledged_by, note, snoozed_until,
                   resolved_at, updated_at, host
              FROM alert
             WHERE resolved_at IS NULL
            """;

    /// All alerts that fire: at most a few for each endpoint.
    List<Alert> firing(Handle handle) {
        return handle.createQuery(FIRING).map((row, _) -> read(row)).list();
    }

    // The service's alerts belong to no app, and only callers that see all apps see them. They are
    // shown in both modes.
    private static final String PAGE =
            """
            SELECT id, rule, severity, endpoint_id, app_id, mode, level, reopened, summary,
                   started_at, fired_at, acknowledged_at, acknowledged_by, note, snoozed_until,
                   resolved_at, updated_at, host
              FROM alert
             WHERE id < :before
               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                        THEN mode IS NULL OR mode = :mode
                        ELSE app_id = CAST(:app_id AS uuid) AND mode = :mode END
               AND (CAST(:endpoint_id AS uuid) IS NULL
                    OR endpoint_id = CAST(:endpoint_id AS uuid))
               AND (CAST(:resolved AS boolean) IS NULL
                    OR (resolved_at IS NOT NULL) = CAST(:resolved AS boolean))
             ORDER BY id DESC
             LIMIT :limit
            """;

    /// Newest first.
    ///
    /// @param resolved null for both
    List<Alert> page(
            Handle handle,
            Scope scope,
            @Nullable UUID endpointId,
            @Nullable Boolean resolved,
            UUID before,
            int limit) {
        return handle.createQuery(PAGE)
                .bind("before", before)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .bindByType("endpoint_id", endpointId, UUID.class)
                .bindByType("resolved", resolved, Boolean.class)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String COUNT =
            """
            SELECT count(*)
              FROM (SELECT
                      FROM alert
                     WHERE resolved_at IS NULL
                       AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                THEN mode IS NULL OR mode = :mode
                                ELSE app_id = CAST(:app_id AS uuid) AND mode = :mode END
                     LIMIT :limit) AS firing
            """;

    /// The alerts that fire, counted up to a limit.
    int count(Handle handle, Scope scope, int limit) {
        return handle.createQuery(COUNT)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .bind("limit", limit)
                .mapTo(Integer.class)
                .one();
    }

    private static final String FIND =
            """
            SELECT id, rule, severity, endpoint_id, app_id, mode, level, reopened, summary,
                   started_at, fired_at, acknowledged_at, acknowledged_by, note, snoozed_until,
                   resolved_at, updated_at, host
              FROM alert
             WHERE id = :id
            """;

    Optional<Alert> find(Handle handle, UUID id) {
        return handle.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String LOCK =
            """
            SELECT id, rule, severity, endpoint_id, app_id, mode, level, reopened, summary,
                   started_at, fired_at, acknowledged_at, acknowledged_by, note, snoozed_until,
                   resolved_at, updated_at, host
              FROM alert
             WHERE id = :id
               FOR UPDATE
            """;

    Optional<Alert> lock(Handle tx, UUID id) {
        return tx.createQuery(LOCK).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String LAST =
            """
            SELECT id, rule, severity, endpoint_id, app_id, mode, level, reopened, summary,
                   started_at, fired_at, acknowledged_at, acknowledged_by, note, snoozed_until,
                   resolved_at, updated_at, host
              FROM alert
             WHERE endpoint_id = :endpoint_id
               AND rule = :rule
             ORDER BY id DESC
             LIMIT 1
            """;

    /// The newest alert of this rule about an endpoint.
    Optional<Alert> last(Handle tx, AlertRule rule, UUID endpointId) {
        return tx.createQuery(LAST)
                .bind("rule", rule.code())
                .bind("endpoint_id", endpointId)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String OUTAGES =
            """
            SELECT started_at, resolved_at, host
              FROM alert
             WHERE rule = 'service.server_errors'
               AND endpoint_id IS NULL
               AND id >= :since
             ORDER BY id
            """;

    /// The times in which many endpoints failed together, and which reach into the time from this
    /// one on.
    List<Outage> outages(Handle handle, Instant from) {
        return handle.createQuery(OUTAGES)
                .bind("since", Ids.lowestAt(from.minus(Outage.LASTS_MAX)))
                .map((row, _) ->
                        new Outage(
                                row.getTimestamp("started_at").toInstant(),
                                EventRow.instant(row, "resolved_at"),
                                row.getString("host")))
                .list();
    }

    private static final String INSERT =
            """
            INSERT INTO alert (
                id, rule, severity, endpoint_id, app_id, mode, level, reopened, summary, started_at,
                fired_at, updated_at, host)
            VALUES (
                :id, :rule, :severity, CAST(:endpoint_id AS uuid), CAST(:app_id AS uuid), :mode,
                :level, :reopened, :summary, :started_at, :fired_at, :updated_at, :host)
            """;

    /// A new alert, which nobody has acknowledged or snoozed.
    void insert(Handle tx, Alert alert) {
        var subject = alert.subject();
        var state = alert.state();
        tx.createUpdate(INSERT)
                .bind("id", alert.id())
                .bind("rule", alert.rule().code())
                .bind("severity", alert.severity().code())
                .bindByType("endpoint_id", alert.endpointId(), UUID.class)
                .bindByType("app_id", subject == null ? null : subject.appId(), UUID.class)
                .bind("mode", subject == null ? null : subject.mode().code())
                .bind("level", state.level() == null ? null : state.level().code())
                .bind("reopened", state.reopened())
                .bind("summary", alert.summary())
                .bind("started_at", alert.startedAt())
                .bind("fired_at", alert.firedAt())
                .bind("updated_at", alert.updatedAt())
                .bind("host", alert.host())
                .execute();
    }

    private static final String PUT_STATE =
            """
            UPDATE alert
               SET severity = :severity,
                   level = :level,
                   reopened = :reopened,
                   summary = :summary,
                   resolved_at = CAST(:resolved_at AS timestamptz),
                   updated_at = :updated_at
             WHERE id = :id
            """;

    /// Writes what an evaluation decides. Users may acknowledge and snooze the alert at the same
    /// time, so their columns are left alone.
    void putState(Handle tx, Alert alert) {
        var state = alert.state();
        tx.createUpdate(PUT_STATE)
                .bind("id", alert.id())
                .bind("severity", alert.severity().code())
                .bind("level", state.level() == null ? null : state.level().code())
                .bind("reopened", state.reopened())
                .bind("summary", alert.summary())
                .bindByType("resolved_at", state.resolvedAt(), Instant.class)
                .bind("updated_at", alert.updatedAt())
                .execute();
    }

    private static final String PUT_CARE =
            """
            UPDATE alert
               SET acknowledged_at = CAST(:acknowledged_at AS timestamptz),
                   acknowledged_by = :acknowledged_by,
                   note = :note,
                   snoozed_until = CAST(:snoozed_until AS timestamptz),
                   updated_at = :updated_at
             WHERE id = :id
            """;

    /// Writes who takes care of the alert.
    void putCare(Handle tx, Alert alert) {
        var state = alert.state();
        var care = alert.care();
        tx.createUpdate(PUT_CARE)
                .bind("id", alert.id())
                .bindByType("acknowledged_at", state.acknowledgedAt(), Instant.class)
                .bind("acknowledged_by", care == null ? null : care.actor())
                .bind("note", care == null ? null : care.note())
                .bindByType("snoozed_until", state.snoozedUntil(), Instant.class)
                .bind("updated_at", alert.updatedAt())
                .execute();
    }

    private static final String WAKE =
            """
            UPDATE alert
               SET snoozed_until = NULL,
                   updated_at = :now
             WHERE id = :id
               AND snoozed_until <= :now
            """;

    /// Ends a snooze that is over. Returns whether it was: a user may have snoozed it again.
    boolean wake(Handle tx, UUID id, Instant now) {
        return tx.createUpdate(WAKE).bind("id", id).bind("now", now).execute() > 0;
    }

    private static final String FORGET =
            """
            DELETE FROM alert
             WHERE id IN (SELECT id
                            FROM alert
                           WHERE resolved_at < :before
                           ORDER BY resolved_at
                           LIMIT :limit)
            """;

    int forget(Handle tx, Instant before, int limit) {
        return tx.createUpdate(FORGET).bind("before", before).bind("limit", limit).execute();
    }

    private static Alert read(ResultSet row) throws SQLException {
        var endpointId = row.getObject("endpoint_id", UUID.class);
        var level = row.getString("level");
        var actor = row.getString("acknowledged_by");
        return new Alert(
                row.getObject("id", UUID.class),
                AlertRule.of(row.getString("rule")).orElseThrow(),
                Severity.of(row.getString("severity")).orElseThrow(),
                endpointId == null
                        ? null
                        : new Alert.Subject(
                                endpointId,
                                row.getObject("app_id", UUID.class),
                                Mode.of(row.getString("mode")).orElseThrow()),
                new AlertState(
                        level == null ? null : Level.of(level).orElseThrow(),
                        row.getInt("reopened"),
                        EventRow.instant(row, "acknowledged_at"),
                        EventRow.instant(row, "snoozed_until"),
                        EventRow.instant(row, "resolved_at")),
                row.getString("summary"),
                row.getTimestamp("started_at").toInstant(),
                row.getTimestamp("fired_at").toInstant(),
                actor == null ? null : new Alert.Care(actor, row.getString("note")),
                row.getTimestamp("updated_at").toInstant(),
                row.getString("host"));
    }
}

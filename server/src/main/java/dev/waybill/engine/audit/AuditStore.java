package dev.waybill.engine.audit;

import dev.waybill.domain.access.Mode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Inserts and reads the audit log. The database refuses everything else.
final class AuditStore {

    private static final JsonMapper JSON = new JsonMapper();

    private static final String INSERT =
            """
            INSERT INTO audit (
                id, at, actor, source, request_id, action, object_id, app_id, mode, before, after,
                note)
            VALUES (
                :id, :at, :actor, :source, :request_id, :action, :object_id,
                CAST(:app_id AS uuid), :mode, CAST(:before AS jsonb), CAST(:after AS jsonb), :note)
            """;

    void insert(Handle tx, AuditRecord entry) {
        var actor = entry.actor();
        var action = entry.entry();
        tx.createUpdate(INSERT)
                .bind("id", entry.id())
                .bind("at", entry.at())
                .bind("actor", actor.id())
                .bind("source", actor.source())
                .bind("request_id", actor.requestId())
                .bind("action", action.action())
                .bind("object_id", action.objectId())
                .bindByType("app_id", action.appId(), UUID.class)
                .bind("mode", action.mode() == null ? null : action.mode().code())
                .bind("before", text(action.before()))
                .bind("after", text(action.after()))
                .bind("note", action.note())
                .execute();
    }

    private static final String PAGE =
            """
            SELECT id, at, actor, source, request_id, action, object_id, app_id, mode, before,
                   after, note
              FROM audit
             WHERE id < :before_id
               AND (mode IS NULL OR mode = :mode)
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND (CAST(:actor AS text) IS NULL OR actor = :actor)
               AND (CAST(:action AS text) IS NULL OR action = :action)
               AND (CAST(:actions AS text) IS NULL OR starts_with(action, :actions))
               AND (CAST(:object_id AS text) IS NULL OR object_id = :object_id)
               AND (CAST(:since AS timestamptz) IS NULL OR at >= CAST(:since AS timestamptz))
               AND (CAST(:until AS timestamptz) IS NULL OR at < CAST(:until AS timestamptz))
             ORDER BY id DESC
             LIMIT :limit
            """;

    List<AuditRecord> page(Handle handle, AuditFilter filter, UUID before, int limit) {
        return handle.createQuery(PAGE)
                .bind("before_id", before)
                .bind("mode", filter.mode().code())
                .bindByType("app_id", filter.appId(), UUID.class)
                .bind("actor", filter.actor())
                .bind("action", filter.exactly())
                .bind("actions", filter.beginning())
                .bind("object_id", filter.objectId())
                .bind("since", filter.since())
                .bind("until", filter.until())
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String FORGET =
            """
            DELETE FROM audit
             WHERE id IN (
                       SELECT id
                         FROM audit
                        WHERE at < :before
                        ORDER BY at
                        LIMIT :limit)
            """;

    /// Deletes the oldest entries. The database allows it only after a declaration in the
    /// transaction.
    int forget(Handle tx, Instant before, int limit) {
        tx.execute("SET LOCAL waybill.forgets_audit = 'on'");
        return tx.createUpdate(FORGET).bind("before", before).bind("limit", limit).execute();
    }

    private static AuditRecord read(ResultSet row) throws SQLException {
        var mode = row.getString("mode");
        return new AuditRecord(
                row.getObject("id", UUID.class),
                row.getTimestamp("at").toInstant(),
                new Actor(
                        row.getString("actor"),
                        row.getString("source"),
                        row.getString("request_id")),
                new AuditEntry(
                        row.getString("action"),
                        row.getString("object_id"),
                        row.getObject("app_id", UUID.class),
                        mode == null ? null : Mode.of(mode).orElseThrow(),
                        json(row.getString("before")),
                        json(row.getString("after")),
                        row.getString("note")));
    }

    private static @Nullable String text(@Nullable ObjectNode json) {
        return json == null ? null : json.toString();
    }

    private static @Nullable ObjectNode json(@Nullable String text) {
        return text == null ? null : (ObjectNode) JSON.readTree(text);
    }
}

package dev.waybill.feature.deliveries;

import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The attempts at an endpoint: of the newest delivery first, and of each the last first.
public final class AttemptList {

    /// Limit of deliveries that one page looks at: matching attempts may be rare.
    static final int LOOKED_AT_MAX = 2_000;

    private final Database database;

    public AttemptList(Database database) {
        this.database = database;
    }

    /// The attempt after which the next page begins.
    ///
    /// @param attempt of the delivery; 0 for all of them
    public record Position(UUID deliveryId, int attempt) {

        public static final Position START =
                new Position(DeliveryList.AFTER_ALL, Integer.MAX_VALUE);
    }

    /// An attempt, with its delivery and event.
    public record Row(
            UUID deliveryId, UUID eventId, @Nullable String eventOwnId, AttemptView view) {}

    /// A page, which may hold fewer than asked for although there is more.
    ///
    /// @param next null at the end of the list
    public record Page(List<Row> rows, @Nullable Position next) {}

    // Every delivery with a failed attempt has a cause, and they have an index of their own.
    private static final String DELIVERIES =
            """
            SELECT id
              FROM delivery
             WHERE endpoint_id = :endpoint_id
               AND (NOT :failed OR cause IS NOT NULL)
               AND id <= :before
             ORDER BY id DESC
             LIMIT :looked_at_max
            """;

    private static final String ATTEMPTS =
            """
            SELECT a.delivery_id, d.event_id, e.own_id, a.id AS attempt_id, a.attempt, a.started_at,
                   a.duration_ms, a.status, a.fault, a.fault_detail, a.response_excerpt, a.url,
                   a.signature
              FROM delivery d
              JOIN event e ON e.id = d.event_id
              JOIN attempt a ON a.delivery_id = d.id
             WHERE d.id = ANY (:ids)
               AND (d.id <> :before OR a.attempt < :before_attempt)
               AND (CAST(:outcome AS text) IS NULL OR a.outcome = :outcome)
             ORDER BY d.id DESC, a.attempt DESC
             LIMIT :limit
            """;

    /// Attempts at an endpoint after a position.
    ///
    /// @param succeeded whether only accepted or only failed attempts are listed; null for all
    public Page page(UUID endpointId, @Nullable Boolean succeeded, Position after, int limit) {
        return database.interactive()
                .withHandle(handle -> {
                    boolean failed = succeeded != null && !succeeded;
                    var ids = deliveries(handle, endpointId, failed, after);
                    var rows = attempts(handle, ids, succeeded, after, limit);
                    return new Page(rows, next(ids, rows, limit));
                });
    }

    private static @Nullable Position next(List<UUID> ids, List<Row> rows, int limit) {
        if (rows.size() == limit) {
            var last = rows.getLast();
            return new Position(last.deliveryId(), last.view().attempt());
        }
        return ids.size() == LOOKED_AT_MAX ? new Position(ids.getLast(), 0) : null;
    }

    private static List<UUID> deliveries(
            Handle handle, UUID endpointId, boolean failed, Position after) {
        return handle.createQuery(DELIVERIES)
                .bind("endpoint_id", endpointId)
                .bind("failed", failed)
                .bind("before", after.deliveryId())
                .bind("looked_at_max", LOOKED_AT_MAX)
                .mapTo(UUID.class)
                .list();
    }

    private static List<Row> attempts(
            Handle handle, List<UUID> ids, @Nullable Boolean succeeded, Position after, int limit) {
        return handle.createQuery(ATTEMPTS)
                .bind("ids", ids.toArray(UUID[]::new))
                .bind("before", after.deliveryId())
                .bind("before_attempt", after.attempt())
                .bind("outcome", succeeded == null ? null : succeeded ? "succeeded" : "failed")
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getObject("delivery_id", UUID.class),
                row.getObject("event_id", UUID.class),
                row.getString("own_id"),
                DeliveryQuery.readAttempt(row));
    }
}

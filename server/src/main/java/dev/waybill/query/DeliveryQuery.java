package dev.waybill.query;

import dev.waybill.db.Database;
import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.Ids;
import dev.waybill.domain.Mode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Reads deliveries and their attempts.
public final class DeliveryQuery {

    /// Greater than every id there will be.
    public static final UUID AFTER_ALL = new UUID(-1L, -1L);

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database database;

    public DeliveryQuery(Database database) {
        this.database = database;
    }

    // Each filter is there or not by its parameter; plans are made for the values, so one that is
    // not there costs nothing. Time is a range of ids, which leaves out whole partitions.
    private static final String PAGE =
            """
            SELECT d.id, d.event_id, e.own_id, d.event_type, d.endpoint_id, d.state, d.reason,
                   d.attempts, d.next_attempt_at, d.give_up_at, d.expires_at, d.updated_at,
                   a.id AS attempt_id, a.attempt, a.started_at, a.duration_ms, a.status, a.error,
                   a.response_excerpt, a.url, a.signature
              FROM delivery d
              JOIN event e ON e.id = d.event_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             WHERE d.app_id = :app_id
               AND d.mode = :mode
               AND d.id < :before
               AND d.id >= :first
               AND (CAST(:state AS text) IS NULL OR d.state = :state)
               AND (CAST(:reason AS text) IS NULL OR d.reason = :reason)
               AND (CAST(:endpoint_id AS uuid) IS NULL
                    OR d.endpoint_id = CAST(:endpoint_id AS uuid))
               AND (CAST(:event_type AS text) IS NULL OR d.event_type = :event_type)
               AND (CAST(:status AS integer) IS NULL OR a.status = CAST(:status AS integer))
             ORDER BY d.id DESC
             LIMIT :limit
            """;

    /// Newest first, older than the delivery `before`.
    public List<DeliveryView> page(
            UUID appId, Mode mode, DeliveryFilter filter, UUID before, int limit) {
        var until = filter.until() == null ? AFTER_ALL : Ids.lowestAt(filter.until());
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(PAGE)
                                .bind("app_id", appId)
                                .bind("mode", mode.word())
                                .bind("before", earlier(before, until))
                                .bind(
                                        "first",
                                        filter.since() == null
                                                ? BEFORE_ALL
                                                : Ids.lowestAt(filter.since()))
                                .bind(
                                        "state",
                                        filter.state() == null ? null : filter.state().word())
                                .bind("reason", filter.reason())
                                .bindByType("endpoint_id", filter.endpointId(), UUID.class)
                                .bind("event_type", filter.eventType())
                                .bind("status", filter.status())
                                .bind("limit", limit)
                                .map((row, _) -> readDelivery(row))
                                .list());
    }

    private static final String FIND =
            """
            SELECT d.id, d.event_id, e.own_id, d.event_type, d.endpoint_id, d.state, d.reason,
                   d.attempts, d.next_attempt_at, d.give_up_at, d.expires_at, d.updated_at,
                   a.id AS attempt_id, a.attempt, a.started_at, a.duration_ms, a.status, a.error,
                   a.response_excerpt, a.url, a.signature
              FROM delivery d
              JOIN event e ON e.id = d.event_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             WHERE d.id = :id
               AND d.app_id = :app_id
               AND d.mode = :mode
            """;

    public Optional<DeliveryView> find(UUID id, UUID appId, Mode mode) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(FIND)
                                .bind("id", id)
                                .bind("app_id", appId)
                                .bind("mode", mode.word())
                                .map((row, _) -> readDelivery(row))
                                .findOne());
    }

    private static final String OF_EVENTS =
            """
            SELECT d.id, d.event_id, NULL::text AS own_id, d.event_type, d.endpoint_id, d.state,
                   d.reason, d.attempts, d.next_attempt_at, d.give_up_at, d.expires_at,
                   d.updated_at, a.id AS attempt_id, a.attempt, a.started_at, a.duration_ms,
                   a.status, a.error, a.response_excerpt, a.url, a.signature
              FROM unnest(:event_ids) AS asked (event_id)
              JOIN delivery d ON d.event_id = asked.event_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             ORDER BY d.id
            """;

    /// All deliveries of these events, oldest first.
    List<DeliveryView> ofEvents(List<UUID> eventIds) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(OF_EVENTS)
                                .bind("event_ids", eventIds.toArray(UUID[]::new))
                                .map((row, _) -> readDelivery(row))
                                .list());
    }

    private static final String ATTEMPTS =
            """
            SELECT id AS attempt_id, attempt, started_at, duration_ms, status, error,
                   response_excerpt, url, signature
              FROM attempt
             WHERE delivery_id = :id
             ORDER BY attempt
            """;

    public List<AttemptView> attempts(UUID deliveryId) {
        return database.desk()
                .withHandle(handle ->
                        handle.createQuery(ATTEMPTS)
                                .bind("id", deliveryId)
                                .map((row, _) -> readAttempt(row))
                                .list());
    }

    private static UUID earlier(UUID one, UUID other) {
        // By their text, because UUID compares as signed numbers and PostgreSQL as bytes.
        return one.toString().compareTo(other.toString()) <= 0 ? one : other;
    }

    private static DeliveryView readDelivery(ResultSet row) throws SQLException {
        return new DeliveryView(
                row.getObject("id", UUID.class),
                row.getObject("event_id", UUID.class),
                row.getString("own_id"),
                row.getString("event_type"),
                row.getObject("endpoint_id", UUID.class),
                DeliveryState.of(row.getString("state")).orElseThrow(),
                row.getString("reason"),
                row.getInt("attempts"),
                EventRow.instant(row, "next_attempt_at"),
                row.getTimestamp("give_up_at").toInstant(),
                EventRow.instant(row, "expires_at"),
                row.getTimestamp("updated_at").toInstant(),
                row.getString("attempt_id") == null ? null : readAttempt(row));
    }

    private static AttemptView readAttempt(ResultSet row) throws SQLException {
        int status = row.getInt("status");
        return new AttemptView(
                row.getObject("attempt_id", UUID.class),
                row.getInt("attempt"),
                row.getTimestamp("started_at").toInstant(),
                row.getInt("duration_ms"),
                status == 0 ? null : (Integer) status,
                row.getString("error"),
                row.getBytes("response_excerpt"),
                row.getString("url"),
                row.getString("signature"));
    }
}

package dev.waybill.feature.deliveries;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads deliveries and their attempts.
public final class DeliveryQuery {

    /// Attempts of one delivery that fit into a row of a list.
    public static final int CODES_MAX = 5;

    private final Database database;

    public DeliveryQuery(Database database) {
        this.database = database;
    }

    private static final String FIND =
            """
            SELECT d.id, d.event_id, e.own_id, d.event_type, d.endpoint_id, d.state, d.reason,
                   d.attempts, d.next_attempt_at, d.expires_at, e.expires_by, d.updated_at,
                   effective_give_up_at(d.endpoint_id, d.state, d.give_up_at, d.pause_mark)
                       AS give_up_at,
                   d.lane, d.replay_of, d.replayed, d.cause, d.dead_letter_resolved_at,
                   a.id AS attempt_id, a.attempt, a.started_at, a.duration_ms, a.status, a.fault,
                   a.fault_detail, a.response_excerpt, a.url, a.signature
              FROM delivery d
              JOIN event e ON e.id = d.event_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             WHERE d.id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR d.app_id = CAST(:app_id AS uuid))
               AND d.mode = :mode
            """;

    public Optional<DeliveryView> find(UUID id, Scope scope) {
        return database.interactive()
                .withHandle(handle -> {
                    var found =
                            handle.createQuery(FIND)
                                    .bind("id", id)
                                    .bindByType("app_id", scope.appId(), UUID.class)
                                    .bind("mode", scope.mode().code())
                                    .map((row, _) -> readDelivery(row))
                                    .list();
                    return LastAnswers.addedTo(found, handle).stream().findFirst();
                });
    }

    private static final String FIND_ALL =
            """
            SELECT d.id, d.event_id, e.own_id, d.event_type, d.endpoint_id, d.state, d.reason,
                   d.attempts, d.next_attempt_at, d.expires_at, e.expires_by, d.updated_at,
                   effective_give_up_at(d.endpoint_id, d.state, d.give_up_at, d.pause_mark)
                       AS give_up_at,
                   d.lane, d.replay_of, d.replayed, d.cause, d.dead_letter_resolved_at,
                   a.id AS attempt_id, a.attempt, a.started_at, a.duration_ms, a.status, a.fault,
                   a.fault_detail, a.response_excerpt, a.url, a.signature
              FROM delivery d
              JOIN event e ON e.id = d.event_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             WHERE d.id = ANY (:ids)
            """;

    /// These deliveries, in no order. The caller has checked that they may be seen.
    public List<DeliveryView> findAll(List<UUID> ids) {
        return database.interactive()
                .withHandle(handle -> {
                    var found =
                            handle.createQuery(FIND_ALL)
                                    .bind("ids", ids.toArray(UUID[]::new))
                                    .map((row, _) -> readDelivery(row))
                                    .list();
                    return LastAnswers.addedTo(found, handle);
                });
    }

    private static final String OF_EVENTS =
            """
            SELECT d.id, d.event_id, NULL::text AS own_id, d.event_type, d.endpoint_id, d.state,
                   d.reason, d.attempts, d.next_attempt_at, d.expires_at, e.expires_by,
                   d.updated_at,
                   effective_give_up_at(d.endpoint_id, d.state, d.give_up_at, d.pause_mark)
                       AS give_up_at,
                   d.lane, d.replay_of, d.replayed, d.cause, d.dead_letter_resolved_at,
                   a.id AS attempt_id, a.attempt, a.started_at, a.duration_ms,
                   a.status, a.fault, a.fault_detail, a.response_excerpt, a.url, a.signature
              FROM (SELECT made.id
                      FROM unnest(:event_ids) AS asked (event_id)
                      JOIN delivery made ON made.event_id = asked.event_id
                     ORDER BY made.id DESC
                     LIMIT :limit) AS newest
              JOIN delivery d ON d.id = newest.id
              JOIN event e ON e.id = d.event_id
              LEFT JOIN attempt a ON a.delivery_id = d.id AND a.attempt = d.attempts
             ORDER BY d.id
            """;

    /// Deliveries of these events, oldest first; of more than `max` the newest.
    public static List<DeliveryView> ofEvents(Handle handle, List<UUID> eventIds, int max) {
        var found =
                handle.createQuery(OF_EVENTS)
                        .bind("event_ids", eventIds.toArray(UUID[]::new))
                        .bind("limit", max)
                        .map((row, _) -> readDelivery(row))
                        .list();
        return LastAnswers.addedTo(found, handle);
    }

    private static final String ATTEMPTS =
            """
            SELECT id AS attempt_id, attempt, started_at, duration_ms, status, fault, fault_detail,
                   response_excerpt, url, signature
              FROM attempt
             WHERE delivery_id = :id
             ORDER BY attempt
            """;

    public List<AttemptView> attempts(UUID deliveryId) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(ATTEMPTS)
                                .bind("id", deliveryId)
                                .map((row, _) -> readAttempt(row))
                                .list());
    }

    private static final String ANSWER_HEADERS =
            """
            SELECT attempt, response_headers
              FROM attempt
             WHERE delivery_id = :id
               AND response_headers IS NOT NULL
            """;

    /// By the number of the attempt. Lists do not show them.
    public Map<Integer, AnswerHeaders> answerHeaders(UUID deliveryId) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(ANSWER_HEADERS)
                                .bind("id", deliveryId)
                                .map((row, _) ->
                                        Map.entry(
                                                row.getInt("attempt"),
                                                AnswerHeaders.of(row.getBytes("response_headers"))))
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    // The newest of each; the page of the delivery shows all.
    private static final String CODES =
            """
            SELECT asked.id AS delivery_id, code.attempt, code.status, code.fault
              FROM unnest(:ids) AS asked (id)
             CROSS JOIN LATERAL (
                       SELECT attempt, status, fault
                         FROM attempt
                        WHERE delivery_id = asked.id
                        ORDER BY attempt DESC
                        LIMIT :limit) AS code
             ORDER BY code.attempt
            """;

    /// The results of the last [#CODES_MAX] attempts of each delivery, oldest first.
    public Map<UUID, List<AttemptCode>> codes(List<UUID> ids) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(CODES)
                                .bind("ids", ids.toArray(UUID[]::new))
                                .bind("limit", CODES_MAX)
                                .map((row, _) ->
                                        Map.entry(
                                                row.getObject("delivery_id", UUID.class),
                                                readCode(row)))
                                .collect(
                                        Collectors.groupingBy(
                                                Map.Entry::getKey,
                                                Collectors.mapping(
                                                        Map.Entry::getValue,
                                                        Collectors.toList()))));
    }

    private static AttemptCode readCode(ResultSet row) throws SQLException {
        int status = row.getInt("status");
        return new AttemptCode(
                row.getInt("attempt"), status == 0 ? null : (Integer) status, fault(row));
    }

    static DeliveryView readDelivery(ResultSet row) throws SQLException {
        var last = row.getString("attempt_id") == null ? null : readAttempt(row);
        return new DeliveryView(
                row.getObject("id", UUID.class),
                readEvent(row),
                row.getObject("endpoint_id", UUID.class),
                row.getString("lane"),
                readProgress(row),
                row.getObject("replay_of", UUID.class),
                row.getBoolean("replayed"),
                last,
                last == null ? null : last.answer());
    }

    private static DeliveryView.EventRef readEvent(ResultSet row) throws SQLException {
        return new DeliveryView.EventRef(
                row.getObject("event_id", UUID.class),
                row.getString("own_id"),
                row.getString("event_type"),
                EventRow.instant(row, "expires_at"),
                ExpiryRule.of(row.getString("expires_by")));
    }

    private static DeliveryView.Progress readProgress(ResultSet row) throws SQLException {
        return new DeliveryView.Progress(
                DeliveryState.of(row.getString("state")).orElseThrow(),
                reason(row),
                cause(row),
                row.getInt("attempts"),
                EventRow.instant(row, "next_attempt_at"),
                row.getTimestamp("give_up_at").toInstant(),
                row.getTimestamp("updated_at").toInstant(),
                EventRow.instant(row, "dead_letter_resolved_at"));
    }

    private static @Nullable Reason reason(ResultSet row) throws SQLException {
        var code = row.getString("reason");
        return code == null ? null : Reason.of(code).orElseThrow();
    }

    private static @Nullable Cause cause(ResultSet row) throws SQLException {
        var code = row.getString("cause");
        return code == null ? null : Cause.of(code).orElseThrow();
    }

    private static @Nullable Fault fault(ResultSet row) throws SQLException {
        var code = row.getString("fault");
        return code == null ? null : Fault.of(code).orElseThrow();
    }

    static AttemptView readAttempt(ResultSet row) throws SQLException {
        int status = row.getInt("status");
        return new AttemptView(
                row.getObject("attempt_id", UUID.class),
                row.getInt("attempt"),
                row.getTimestamp("started_at").toInstant(),
                row.getInt("duration_ms"),
                status == 0 ? null : (Integer) status,
                fault(row),
                row.getString("fault_detail"),
                row.getBytes("response_excerpt"),
                row.getString("url"),
                row.getString("signature"));
    }
}

package dev.waybill.engine.settle;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.settle.Settlement.Attempt;
import dev.waybill.infra.db.RowStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes a batch of settlements: one statement, one commit.
final class SettleStore {

    // The WHERE clause is the fence: a row whose lease was lost is not changed, and no attempt is
    // written for it. The columns are passed on through RETURNING, so that no step has to join the
    // arrays again. Rows are locked in the order of the arrays, which are sorted by id; if a plan
    // ever differs, the worst case is a deadlock with a rescuer, which PostgreSQL ends and the
    // settler repeats. A delivery that ends leaves its lane, and holds it if necessary, in the same
    // statement: a transaction that sees the next delivery at the head also sees the hold. Locking
    // the rows first in a separate step cost a quarter of the statement. A lease that was taken
    // before a promotion is left to the Rescuer: an earlier settlement under it may be lost.
    private static final String SQL =
            """
            WITH settled AS (
                UPDATE delivery
                   SET state = result.state,
                       reason = result.reason,
                       next_attempt_at = result.next_attempt_at,
                       attempts = result.attempts,
                       refusals = result.refusals,
                       closing = result.closing,
                       first_attempt_at = COALESCE(first_attempt_at, result.started_at),
                       lease = NULL,
                       lane = CASE WHEN result.state = 'pending' THEN delivery.lane END,
                       cause = COALESCE(result.cause, delivery.cause),
                       updated_at = ?
                  FROM unnest(
                           ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::timestamptz[],
                           ?::int4[], ?::int4[], ?::bool[], ?::uuid[], ?::timestamptz[],
                           ?::int4[], ?::int4[], ?::text[], ?::text[], ?::bytea[], ?::bytea[],
                           ?::text[], ?::text[], ?::text[], ?::text[])
                       AS result (
                           id, lease, state, reason, next_attempt_at,
                           attempts, refusals, closing, attempt_id, started_at,
                           duration_ms, status, fault, fault_detail, headers, excerpt,
                           url, signature, held_lane, cause)
                 WHERE delivery.id = result.id
                   AND delivery.lease = result.lease
                   AND delivery.state = 'in_flight'
                RETURNING delivery.id, result.attempts, result.attempt_id, result.started_at,
                          result.duration_ms, result.status, result.fault, result.fault_detail,
                          result.headers, result.excerpt, result.url, result.signature,
                          result.held_lane, delivery.endpoint_id, delivery.reason,
                          delivery.updated_at
            ), recorded AS (
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, fault,
                    fault_detail, response_headers, response_excerpt, url, signature)
                SELECT id, attempts, attempt_id, started_at, duration_ms,
                       CASE WHEN status BETWEEN 200 AND 299 THEN 'succeeded' ELSE 'failed' END,
                       status, fault, fault_detail, headers, excerpt, url, signature
                  FROM settled
                 WHERE attempt_id IS NOT NULL
            ), held AS (
                INSERT INTO lane_hold (endpoint_id, lane, delivery_id, reason, held_at)
                SELECT endpoint_id, held_lane, id, reason, updated_at
                  FROM settled
                 WHERE held_lane IS NOT NULL
                    ON CONFLICT (endpoint_id, lane) DO NOTHING
            ), released AS (
                DELETE FROM lease
                 WHERE token = ANY (?::uuid[])
                   AND timeline = wal_timeline()
            )
            SELECT count(*)
              FROM settled
            """;

    /// Only one: a join with two rows prepares every partition, with arrays or without.
    private static final RowStatement SETTLE = new RowStatement(SQL, 1, "result");

    /// Returns how many were written; the rest had lost their lease.
    ///
    /// @param batch sorted by delivery id
    int settle(
            Connection connection, List<Settlement> batch, List<UUID> finishedLeases, Instant now)
            throws SQLException {
        try (var statement = SETTLE.prepare(connection, batch.size())) {
            SETTLE.bind(statement, batch.size())
                    .time(now)
                    .uuids(batch, Settlement::deliveryId)
                    .uuids(batch, Settlement::lease)
                    .texts(batch, settlement -> settlement.state().code())
                    .texts(batch, settlement -> code(settlement.reason()))
                    .times(batch, Settlement::nextAttemptAt)
                    .integers(batch, Settlement::attempts)
                    .integers(batch, Settlement::refusals)
                    .booleans(batch, Settlement::closing)
                    .uuids(batch, of(Attempt::id))
                    .times(batch, of(Attempt::startedAt))
                    .integers(batch, of(Attempt::durationMs))
                    .integers(batch, of(Attempt::status))
                    .texts(batch, of(attempt -> code(attempt.fault())))
                    .texts(batch, of(Attempt::faultDetail))
                    .bytes(batch, settlement -> headers(settlement.attempt()))
                    .bytes(batch, settlement -> excerpt(settlement.attempt()))
                    .texts(batch, of(Attempt::url))
                    .texts(batch, of(Attempt::signature))
                    .texts(batch, Settlement::heldLane)
                    .texts(batch, settlement -> code(settlement.causeWritten()))
                    .uuidArray(finishedLeases);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private static <V> Function<Settlement, @Nullable V> of(Function<Attempt, @Nullable V> column) {
        return settlement ->
                settlement.attempt() == null ? null : column.apply(settlement.attempt());
    }

    private static byte @Nullable [] headers(@Nullable Attempt attempt) {
        return attempt == null ? null : attempt.headers();
    }

    private static byte @Nullable [] excerpt(@Nullable Attempt attempt) {
        return attempt == null ? null : attempt.excerpt();
    }

    private static @Nullable String code(@Nullable Reason reason) {
        return reason == null ? null : reason.code();
    }

    private static @Nullable String code(@Nullable Fault fault) {
        return fault == null ? null : fault.code();
    }

    private static @Nullable String code(@Nullable Cause cause) {
        return cause == null ? null : cause.code();
    }
}

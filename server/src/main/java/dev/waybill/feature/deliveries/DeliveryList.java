package dev.waybill.feature.deliveries;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Lists deliveries. A page reads at most [#LOOKED_AT_MAX] rows, however rare the matches are.
public final class DeliveryList {

    /// Greater than every id.
    public static final UUID AFTER_ALL = new UUID(-1L, -1L);

    /// Smaller than every id.
    public static final UUID BEFORE_ALL = new UUID(0, 0);

    /// Deliveries that ended in a time range were captured earlier, rarely by more than this.
    private static final Duration OPEN_MAX = Duration.ofDays(31);

    /// Takes about 50 ms.
    static final int LOOKED_AT_MAX = 10_000;

    private final Database database;
    private final int lookedAtMax;

    public DeliveryList(Database database) {
        this(database, LOOKED_AT_MAX);
    }

    /// With a bound that a test can reach.
    DeliveryList(Database database, int lookedAtMax) {
        this.database = database;
        this.lookedAtMax = lookedAtMax;
    }

    // Plans are made for the given values, so an absent filter costs nothing. The scan reads
    // one index in the order of the list, and stops as soon as the page is full. The last row
    // that may be read is returned even if it does not match, because the next page continues
    // there. Time is a range of ids, which excludes whole partitions. The rows are fetched
    // LATERAL and with LIMIT 1, because a join may be planned as a scan of the whole table. The
    // page is sorted by the id of the scan, whose order the planner knows; otherwise it would
    // fetch every row before it returns the first.
    private static final String PAGE =
            """
            SELECT id, event_id, own_id, event_type, endpoint_id, state, reason, attempts,
                   next_attempt_at, give_up_at, expires_at, expires_by, lane, replay_of, replayed,
                   cause, dead_letter_resolved_at, updated_at, attempt_id, attempt, started_at,
                   duration_ms, status, fault, fault_detail, response_excerpt, url, signature,
                   matches
              FROM (SELECT looked_at.id, d.event_id, e.own_id, d.event_type, d.endpoint_id,
                           d.state, d.reason, d.attempts, d.next_attempt_at, d.expires_at,
                           e.expires_by,
                           effective_give_up_at(d.endpoint_id, d.state, d.give_up_at, d.pause_mark)
                               AS give_up_at,
                           d.lane, d.replay_of, d.replayed, d.cause, d.dead_letter_resolved_at,
                           d.updated_at, a.id AS attempt_id, a.attempt, a.started_at,
                           a.duration_ms, a.status, a.fault, a.fault_detail, a.response_excerpt,
                           a.url, a.signature, looked_at.place,
                           d.mode = :mode
                               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                        THEN NOT is_internal_app(d.app_id)
                                        ELSE d.app_id = CAST(:app_id AS uuid) END
                               AND (CAST(:state AS text) IS NULL OR d.state = :state)
                               AND (CAST(:reasons AS text[]) IS NULL
                                    OR d.reason = ANY (:reasons))
                               AND (CAST(:endpoint_id AS uuid) IS NULL
                                    OR d.endpoint_id = CAST(:endpoint_id AS uuid))
                               AND (CAST(:event_type AS text) IS NULL
                                    OR d.event_type = :event_type)
                               AND (CAST(:status_from AS integer) IS NULL
                                    OR a.status BETWEEN CAST(:status_from AS integer)
                                                    AND CAST(:status_to AS integer))
                               AND (CAST(:last_failures AS text[]) IS NULL
                                    OR (d.state <> 'delivered'
                                        AND d.cause = ANY (:last_failures)))
                               AND (NOT CAST(:by_end AS boolean)
                                    OR (d.state NOT IN ('pending', 'in_flight')
                                        AND (CAST(:since AS timestamptz) IS NULL
                                             OR d.updated_at >= CAST(:since AS timestamptz))
                                        AND (CAST(:until AS timestamptz) IS NULL
                                             OR d.updated_at < CAST(:until AS timestamptz))))
                               AND (CAST(:causes AS text[]) IS NULL
                                    OR COALESCE(d.cause, 'unattempted') = ANY (:causes))
                               AND (CAST(:dead_letter AS text) IS NULL
                                    OR (is_dead_letter(d.reason)
                                        AND (CAST(:dead_letter AS text) = 'any'
                                             OR (d.dead_letter_resolved_at IS NULL)
                                                = (CAST(:dead_letter AS text) = 'open'))))
                               AS matches
                      FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS place
                              FROM (SELECT id
                                      FROM ({way}) AS found
                                     WHERE id < :before
                                       AND id >= :first
                                     ORDER BY id DESC
                                     LIMIT :looked_at_max) AS candidate
                             ORDER BY id DESC) AS looked_at
                     CROSS JOIN LATERAL (
                               SELECT id, app_id, mode, event_id, event_type, endpoint_id, state,
                                      reason, attempts, next_attempt_at, give_up_at, pause_mark,
                                      expires_at, lane, replay_of, replayed, cause,
                                      dead_letter_resolved_at, updated_at
                                 FROM delivery
                                WHERE delivery.id = looked_at.id
                                LIMIT 1) AS d
                      JOIN event e ON e.id = d.event_id
                      LEFT JOIN LATERAL (
                               SELECT id, attempt, started_at, duration_ms, status, fault,
                                      fault_detail, response_excerpt, url, signature
                                 FROM attempt
                                WHERE delivery_id = d.id
                                  AND attempt = d.attempts
                                LIMIT 1) AS a ON true) AS listed
             WHERE matches
                OR place = :looked_at_max
             ORDER BY id DESC
             LIMIT :limit
            """;

    /// Deliveries older than `before`, newest first. Deliveries of internal apps are listed only if
    /// the app is requested.
    public Page<DeliveryView> page(Scope scope, DeliveryFilter filter, UUID before, int limit) {
        var until = filter.until() == null ? AFTER_ALL : Ids.lowestAt(filter.until());
        var since = filter.since();
        var captured = since == null || !filter.byEnd() ? since : since.minus(OPEN_MAX);
        var first = captured == null ? BEFORE_ALL : Ids.lowestAt(captured);
        var state = filter.state() == null ? null : filter.state().code();
        var status = filter.status();
        var causes = DeliveryFilter.codes(filter.causes());
        var lastFailures = DeliveryFilter.codes(filter.lastFailures());
        var way = DeliveryScan.of(scope, filter);
        return database.interactive()
                .withHandle(handle -> {
                    var seen =
                            handle.createQuery(PAGE.replace("{way}", way.sql()))
                                    .bindByType("app_id", scope.appId(), UUID.class)
                                    .bind("mode", scope.mode().code())
                                    .bind("before", earlier(before, until))
                                    .bind("first", first)
                                    .bind("state", state)
                                    .bindByType("reasons", filter.reasonCodes(), String[].class)
                                    .bindByType("endpoint_id", filter.endpointId(), UUID.class)
                                    .bind("event_type", filter.eventType())
                                    .bind("status_from", status == null ? null : status.from())
                                    .bind("status_to", status == null ? null : status.to())
                                    .bindByType("last_failures", lastFailures, String[].class)
                                    .bind("by_end", filter.byEnd())
                                    .bindByType("since", since, Instant.class)
                                    .bindByType("until", filter.until(), Instant.class)
                                    .bindByType("causes", causes, String[].class)
                                    .bind("dead_letter", filter.deadLetter())
                                    .bind("looked_at_max", lookedAtMax)
                                    .bind("limit", limit)
                                    .map((row, _) -> read(row))
                                    .list();
                    var page = Page.of(seen, limit);
                    return new Page<>(LastAnswers.addedTo(page.rows(), handle), page.last());
                });
    }

    private static UUID earlier(UUID one, UUID other) {
        // By their text, because UUID compares as signed numbers and PostgreSQL as bytes.
        return one.toString().compareTo(other.toString()) <= 0 ? one : other;
    }

    private static Page.Seen<DeliveryView> read(ResultSet row) throws SQLException {
        var delivery = DeliveryQuery.readDelivery(row);
        return new Page.Seen<>(delivery.id(), delivery, row.getBoolean("matches"));
    }
}

package dev.waybill.feature.deadletters;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// Groups open dead letters by endpoint and cause.
public final class DeadLetterGroups {

    /// Limit of counted dead letters: counting takes a second or two. Beyond it counts are lower
    /// bounds.
    static final int COUNTED_MAX = 500_000;

    private final Database database;
    private final int countedMax;

    public DeadLetterGroups(Database database) {
        this(database, COUNTED_MAX);
    }

    /// With a limit that a test can reach.
    DeadLetterGroups(Database database, int countedMax) {
        this.database = database;
        this.countedMax = countedMax;
    }

    // Dead letters of all apps are read in the order of creation, which is the order of their
    // pages. Those of one app or endpoint are read through its endpoints, so that a customer with
    // three of them does not wait for all others. Both indexes hold only open ones. The plan is
    // made for the given values, so it contains only one of the two scans. For customers, blocked
    // deliveries belong to the group of unreachable ones: see Audience.
    private static final String PAGE =
            """
            WITH letter AS (
                    (SELECT id, endpoint_id, reason, cause
                       FROM delivery
                      WHERE NOT CAST(:by_endpoint AS boolean)
                        AND mode = :mode
                        AND is_open_dead_letter(reason, dead_letter_resolved_at)
                        AND NOT is_internal_app(app_id)
                        AND (CAST(:reasons AS text[]) IS NULL OR reason = ANY (:reasons))
                        AND (CAST(:causes AS text[]) IS NULL
                             OR COALESCE(cause, 'unattempted') = ANY (:causes))
                        AND (CAST(:event_type AS text) IS NULL OR event_type = :event_type)
                        AND id >= :first
                        AND id < :until
                      LIMIT :counted_max)
                    UNION ALL
                    (SELECT letter.id, letter.endpoint_id, letter.reason, letter.cause
                       FROM endpoint
                      CROSS JOIN LATERAL (
                                SELECT id, endpoint_id, reason, cause
                                  FROM delivery
                                 WHERE delivery.endpoint_id = endpoint.id
                                   AND is_open_dead_letter(reason, dead_letter_resolved_at)
                                   AND (CAST(:reasons AS text[]) IS NULL OR reason = ANY (:reasons))
                                   AND (CAST(:causes AS text[]) IS NULL
                                        OR COALESCE(cause, 'unattempted') = ANY (:causes))
                                   AND (CAST(:event_type AS text) IS NULL
                                        OR event_type = :event_type)
                                   AND id >= :first
                                   AND id < :until
                                 ORDER BY id
                                 LIMIT :counted_max) AS letter
                      WHERE CAST(:by_endpoint AS boolean)
                        AND endpoint.mode = :mode
                        AND (CAST(:app_id AS uuid) IS NULL
                             OR endpoint.app_id = CAST(:app_id AS uuid))
                        AND (CAST(:endpoint_id AS uuid) IS NULL
                             OR endpoint.id = CAST(:endpoint_id AS uuid))
                      LIMIT :counted_max))
            SELECT endpoint_id, reason, cause, count(*) AS count,
                   CAST(min(CAST(id AS text) COLLATE "C") AS uuid) AS first,
                   CAST(max(CAST(id AS text) COLLATE "C") AS uuid) AS last,
                   sum(count(*)) OVER () AS counted
              FROM (SELECT id, endpoint_id,
                           CASE WHEN reason = 'blocked' THEN CAST(:blocked_reason AS text)
                                ELSE reason END AS reason,
                           CASE WHEN cause = 'blocked' THEN CAST(:blocked_cause AS text)
                                ELSE COALESCE(cause, 'unattempted') END AS cause
                      FROM letter) AS seen
             GROUP BY endpoint_id, reason, cause
             ORDER BY count(*) DESC, endpoint_id, reason, cause
            OFFSET :skipped
             LIMIT :limit
            """;

    /// A page of groups.
    ///
    /// @param countedAll false if the limit of counted dead letters was reached
    public record Groups(List<DeadLetterGroup> groups, boolean countedAll) {}

    /// Largest first, after skipping some. Internal apps are included only if one of them is
    /// requested.
    public Groups page(Scope scope, DeadLetterFilter filter, int skipped, int limit) {
        var blockedReason = filter.audience().seen(Reason.BLOCKED).code();
        var blockedCause = filter.audience().seen(Cause.Kind.BLOCKED).code();
        var rows =
                database.interactive()
                        .withHandle(handle ->
                                handle.createQuery(PAGE)
                                        .bind(
                                                "by_endpoint",
                                                scope.appId() != null
                                                        || filter.endpointId() != null)
                                        .bindByType("app_id", scope.appId(), UUID.class)
                                        .bind("mode", scope.mode().code())
                                        .bind("blocked_reason", blockedReason)
                                        .bind("blocked_cause", blockedCause)
                                        .bindByType("endpoint_id", filter.endpointId(), UUID.class)
                                        .bindByType("reasons", filter.reasonCodes(), String[].class)
                                        .bindByType("causes", filter.causeCodes(), String[].class)
                                        .bind("event_type", filter.eventType())
                                        .bind("first", filter.firstId())
                                        .bind("until", filter.endId())
                                        .bind("counted_max", countedMax)
                                        .bind("skipped", skipped)
                                        .bind("limit", limit)
                                        .map((row, _) -> read(row))
                                        .list());
        return new Groups(
                rows.stream().map(Counted::group).toList(),
                rows.isEmpty() || rows.getFirst().counted < countedMax);
    }

    private record Counted(DeadLetterGroup group, long counted) {}

    private static Counted read(ResultSet row) throws SQLException {
        return new Counted(
                new DeadLetterGroup(
                        row.getObject("endpoint_id", UUID.class),
                        Reason.of(row.getString("reason")).orElseThrow(),
                        Cause.of(row.getString("cause")).orElseThrow(),
                        row.getLong("count"),
                        row.getObject("first", UUID.class),
                        row.getObject("last", UUID.class)),
                row.getLong("counted"));
    }
}

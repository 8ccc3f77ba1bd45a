package dev.waybill.feature.deliveries;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.capture.EventRow;
import dev.waybill.infra.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Counts pending deliveries and open dead letters, up to [#COUNTED_MAX]. Larger numbers are
/// reported as "more".
public final class Backlog {

    public static final int COUNTED_MAX = 10_000;

    private final Database database;

    public Backlog(Database database) {
        this.database = database;
    }

    /// Age classes of pending deliveries by the time since capture, youngest first. The last class
    /// is open-ended.
    public static final List<Duration> AGES =
            List.of(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(10),
                    Duration.ofHours(1),
                    Duration.ofHours(6),
                    Duration.ofDays(1));

    /// Deliveries that wait for an attempt.
    ///
    /// @param oldestDue when the first of them should have been, or will be, attempted
    /// @param byAge the number in each class of [#AGES], and in the open-ended class
    public record Waiting(long count, @Nullable Instant oldestDue, List<Long> byAge) {}

    // All live apps are counted through the indexes of due deliveries and of ordered lanes,
    // which hold little else. One app, or the test mode, is counted through its endpoints, so
    // that the rows of other apps are not read. Plans are made for the given values, so only
    // one of the two scans is in the plan.
    private static final String WAITING =
            """
            SELECT width_bucket(id, :ages) AS age, count(*) AS count,
                   min(next_attempt_at) AS oldest_due
              FROM ((SELECT id, next_attempt_at
                       FROM delivery
                      WHERE NOT CAST(:by_endpoint AS boolean)
                        AND next_attempt_at IS NOT NULL
                        AND mode = :mode
                        AND NOT is_internal_app(app_id)
                      LIMIT :limit)
                    UNION ALL
                    (SELECT id, next_attempt_at
                       FROM delivery
                      WHERE NOT CAST(:by_endpoint AS boolean)
                        AND lane IS NOT NULL
                        AND state = 'pending'
                        AND next_attempt_at IS NULL
                        AND mode = :mode
                        AND NOT is_internal_app(app_id)
                      LIMIT :limit)
                    UNION ALL
                    (SELECT waiting.id, waiting.next_attempt_at
                       FROM endpoint
                      CROSS JOIN LATERAL (
                                (SELECT id, next_attempt_at
                                   FROM delivery
                                  WHERE delivery.endpoint_id = endpoint.id
                                    AND next_attempt_at IS NOT NULL
                                  ORDER BY next_attempt_at
                                  LIMIT :limit)
                                UNION ALL
                                (SELECT id, next_attempt_at
                                   FROM delivery
                                  WHERE delivery.endpoint_id = endpoint.id
                                    AND lane IS NOT NULL
                                    AND state = 'pending'
                                    AND next_attempt_at IS NULL
                                  LIMIT :limit)) AS waiting
                      WHERE CAST(:by_endpoint AS boolean)
                        AND endpoint.mode = :mode
                        AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                 THEN NOT is_internal_app(endpoint.app_id)
                                 ELSE endpoint.app_id = CAST(:app_id AS uuid) END
                      LIMIT :limit)) AS waiting
             GROUP BY age
            """;

    private record Aged(int age, long count, @Nullable Instant oldestDue) {}

    public Waiting waiting(Scope scope, Instant now) {
        // Ids begin with the time of the capture; the oldest come first.
        var ages =
                AGES.reversed().stream()
                        .map(age -> Ids.lowestAt(now.minus(age)))
                        .toArray(UUID[]::new);
        var found =
                database.interactive()
                        .withHandle(handle ->
                                handle.createQuery(WAITING)
                                        .bind("ages", ages)
                                        .bind("mode", scope.mode().code())
                                        .bind(
                                                "by_endpoint",
                                                scope.appId() != null || scope.mode() == Mode.TEST)
                                        .bindByType("app_id", scope.appId(), UUID.class)
                                        .bind("limit", COUNTED_MAX + 1)
                                        .map((row, _) ->
                                                new Aged(
                                                        AGES.size() - row.getInt("age"),
                                                        row.getLong("count"),
                                                        EventRow.instant(row, "oldest_due")))
                                        .list());
        var byAge = new long[AGES.size() + 1];
        found.forEach(aged -> byAge[aged.age] = aged.count);
        return new Waiting(
                Arrays.stream(byAge).sum(),
                found.stream()
                        .map(Aged::oldestDue)
                        .filter(Objects::nonNull)
                        .min(Comparator.naturalOrder())
                        .orElse(null),
                Arrays.stream(byAge).boxed().toList());
    }

    private static final String OPEN_LETTERS =
            """
            SELECT count(*)
              FROM (SELECT
                      FROM delivery
                     WHERE mode = :mode
                       AND is_open_dead_letter(reason, dead_letter_resolved_at)
                       AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                THEN NOT is_internal_app(app_id)
                                ELSE app_id = CAST(:app_id AS uuid) END
                     LIMIT :limit) AS letter
            """;

    /// Open dead letters.
    public long openLetters(Scope scope) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(OPEN_LETTERS)
                                .bind("mode", scope.mode().code())
                                .bindByType("app_id", scope.appId(), UUID.class)
                                .bind("limit", COUNTED_MAX + 1)
                                .mapTo(Long.class)
                                .one());
    }
}

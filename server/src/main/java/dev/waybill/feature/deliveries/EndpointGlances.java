package dev.waybill.feature.deliveries;

import dev.waybill.engine.capture.EventRow;
import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The state of each endpoint in a list, in addition to its statistics: pending deliveries, and the
/// time of its last success.
public final class EndpointGlances {

    /// More than a thousand is "many".
    public static final int COUNTED_MAX = 1_000;

    private final Database database;

    public EndpointGlances(Database database) {
        this.database = database;
    }

    /// Pending deliveries, counted up to a limit, and the last success among the latest deliveries.
    ///
    /// @param oldestDue when the first should have been, or will be, attempted
    /// @param heldLanes ordered lanes that stopped after a dead letter
    public record Glance(
            long waiting,
            @Nullable Instant oldestDue,
            @Nullable Instant lastSuccess,
            long heldLanes) {

        public static final Glance NOTHING = new Glance(0, null, null, 0);
    }

    // Each part scans an index of this endpoint and stops at its limit; one statement for a
    // page.
    private static final String GLANCES =
            """
            SELECT asked.id,
                   (SELECT count(*)
                      FROM (SELECT
                              FROM delivery
                             WHERE endpoint_id = asked.id
                               AND next_attempt_at IS NOT NULL
                             LIMIT :limit) AS due)
                   + (SELECT count(*)
                        FROM (SELECT
                                FROM delivery
                               WHERE endpoint_id = asked.id
                                 AND lane IS NOT NULL
                                 AND state = 'pending'
                                 AND next_attempt_at IS NULL
                               LIMIT :limit) AS lined_up) AS waiting,
                   (SELECT next_attempt_at
                      FROM delivery
                     WHERE endpoint_id = asked.id
                       AND next_attempt_at IS NOT NULL
                     ORDER BY next_attempt_at
                     LIMIT 1) AS oldest_due,
                   (SELECT max(updated_at)
                      FROM (SELECT state, updated_at
                              FROM delivery
                             WHERE endpoint_id = asked.id
                             ORDER BY id DESC
                             LIMIT 50) AS latest
                     WHERE state = 'delivered') AS last_success,
                   (SELECT count(*)
                      FROM (SELECT
                              FROM lane_hold
                             WHERE endpoint_id = asked.id
                             LIMIT :limit) AS held) AS held_lanes
              FROM unnest(CAST(:ids AS uuid[])) AS asked (id)
            """;

    public Map<UUID, Glance> of(List<UUID> ids) {
        var glances = new HashMap<UUID, Glance>();
        database.interactive()
                .useHandle(handle ->
                        handle.createQuery(GLANCES)
                                .bind("ids", ids.toArray(UUID[]::new))
                                .bind("limit", COUNTED_MAX + 1)
                                .map((row, _) ->
                                        glances.put(
                                                row.getObject("id", UUID.class),
                                                new Glance(
                                                        row.getLong("waiting"),
                                                        EventRow.instant(row, "oldest_due"),
                                                        EventRow.instant(row, "last_success"),
                                                        row.getLong("held_lanes"))))
                                .list());
        return glances;
    }
}

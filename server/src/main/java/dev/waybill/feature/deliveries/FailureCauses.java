package dev.waybill.feature.deliveries;

import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The causes of an endpoint's recent failed attempts, including those whose retry succeeded.
public final class FailureCauses {

    /// Limit of deliveries that are read, newest first: reading more does not change the order.
    static final int LOOKED_AT_MAX = 10_000;

    private final Database database;

    public FailureCauses(Database database) {
        this.database = database;
    }

    /// How many deliveries had this cause last.
    ///
    /// @param last the newest of them
    public record Count(Cause cause, long count, UUID last) {}

    // Through the index of deliveries with a failed attempt.
    private static final String TOP =
            """
            SELECT cause, count(*) AS count,
                   CAST(max(CAST(id AS text) COLLATE "C") AS uuid) AS last
              FROM (SELECT id, cause
                      FROM delivery
                     WHERE endpoint_id = :endpoint_id
                       AND cause IS NOT NULL
                       AND id >= :first
                     ORDER BY id DESC
                     LIMIT :looked_at_max) AS troubled
             GROUP BY cause
             ORDER BY count(*) DESC, cause
             LIMIT :limit
            """;

    /// The most frequent causes first, of deliveries created since then.
    public List<Count> top(UUID endpointId, Instant since, int limit) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(TOP)
                                .bind("endpoint_id", endpointId)
                                .bind("first", Ids.lowestAt(since))
                                .bind("looked_at_max", LOOKED_AT_MAX)
                                .bind("limit", limit)
                                .map((row, _) ->
                                        new Count(
                                                Cause.of(row.getString("cause")).orElseThrow(),
                                                row.getLong("count"),
                                                row.getObject("last", UUID.class)))
                                .list());
    }
}

package dev.waybill.feature.stats;

import dev.waybill.domain.event.Ids;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.infra.db.Database;
import java.util.UUID;

/// Counts endpoints that were disabled or paused by policy, from the history of states.
public final class AutomaticChangeQuery {

    /// Limit of changes that one count reads. Endpoints are rarely taken out of service; beyond the
    /// limit the number is a lower bound.
    static final int LOOKED_AT_MAX = 10_000;

    private final Database database;

    public AutomaticChangeQuery(Database database) {
        this.database = database;
    }

    // Ids are made when the change is, so a range of time is a range of ids. The actor is that of
    // Act.ITSELF, as in the index.
    private static final String COUNT =
            """
            SELECT count(*) FILTER (WHERE to_state = 'disabled') AS disabled,
                   count(*) FILTER (WHERE to_state = 'paused') AS paused
              FROM (SELECT endpoint_id, to_state
                      FROM endpoint_state_change
                     WHERE id >= :since
                       AND id < :until
                       AND actor = 'waybill'
                     ORDER BY id DESC
                     LIMIT :looked_at_max) AS change
              JOIN endpoint ON endpoint.id = change.endpoint_id
             WHERE mode = :mode
               AND (CAST(:endpoint_id AS uuid) IS NULL
                    OR endpoint.id = CAST(:endpoint_id AS uuid))
               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                        THEN NOT is_internal_app(app_id)
                        ELSE app_id = CAST(:app_id AS uuid) END
            """;

    /// In this range; an event type does not narrow it.
    public AutomaticChanges count(Range range) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(COUNT)
                                .bind("since", Ids.lowestAt(range.since()))
                                .bind("until", Ids.lowestAt(range.until()))
                                .bind("looked_at_max", LOOKED_AT_MAX)
                                .bind("mode", range.scope().mode().code())
                                .bindByType("endpoint_id", range.endpointId(), UUID.class)
                                .bindByType("app_id", range.scope().appId(), UUID.class)
                                .map((row, _) ->
                                        new AutomaticChanges(
                                                row.getLong("disabled"), row.getLong("paused")))
                                .one());
    }
}

package dev.waybill.feature.replays;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.replay.ReplayPace;
import dev.waybill.domain.replay.ReplayState;
import dev.waybill.engine.capture.EventRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// Reads and writes replays for the API and the pages.
final class ReplayStore {

    private static final String INSERT =
            """
            INSERT INTO replay (
                id, app_id, mode, by_customer, endpoint_id, state, asked, plan, reason, actor,
                total, rate, paced_from, start_at, created_at, updated_at)
            VALUES (
                :id, CAST(:app_id AS uuid), :mode, :by_customer, CAST(:endpoint_id AS uuid), :state,
                :asked, '{}', :reason, :actor, 0, 1, :start_at, :start_at, :now, :now)
            """;

    /// Before its items, whose number and plan are not known yet: see [#planned].
    void insert(Handle tx, UUID id, Draft draft, ReplayState state, String actor, Instant now) {
        tx.createUpdate(INSERT)
                .bind("id", id)
                .bindByType("app_id", draft.appId(), UUID.class)
                .bind("mode", draft.mode().code())
                .bind("by_customer", draft.byCustomer())
                .bindByType("endpoint_id", draft.endpointId(), UUID.class)
                .bind("state", state.code())
                .bind("asked", draft.asked())
                .bind("reason", draft.reason())
                .bind("actor", actor)
                .bind("start_at", draft.startAt())
                .bind("now", now)
                .execute();
    }

    private static final String PLANNED =
            """
            UPDATE replay
               SET total = :total,
                   plan = :plan,
                   rate = :rate,
                   state = CASE WHEN :total = 0 THEN 'done' ELSE state END,
                   ended_at = CASE WHEN :total = 0 THEN created_at END
             WHERE id = :id
            """;

    void planned(Handle tx, UUID id, long total, String plan, double rate) {
        tx.createUpdate(PLANNED)
                .bind("id", id)
                .bind("total", total)
                .bind("plan", plan)
                .bind("rate", rate)
                .execute();
    }

    private static final String COLUMNS =
            """
            id, app_id, mode, by_customer, endpoint_id, state, asked, plan, reason, actor, total,
            made, skipped, delivered, failed, rate, paced_from, paced_after, start_at, created_at,
            updated_at, ended_at
            """;

    private static final String FIND =
            "SELECT "
                    + COLUMNS
                    + """
                      FROM replay
                     WHERE id = :id
                       AND mode = :mode
                       AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
                    """;

    Optional<Replay> find(Handle handle, UUID id, Scope scope) {
        return handle.createQuery(FIND)
                .bind("id", id)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .map((row, _) -> read(row))
                .findOne();
    }

    /// The same, locked until the transaction ends.
    Optional<Replay> lock(Handle tx, UUID id, Scope scope) {
        return tx.createQuery(FIND + " FOR UPDATE")
                .bind("id", id)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String PAGE =
            "SELECT "
                    + COLUMNS
                    + """
                      FROM replay
                     WHERE id < :before
                       AND mode = :mode
                       AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
                     ORDER BY id DESC
                     LIMIT :limit
                    """;

    List<Replay> page(Handle handle, Scope scope, UUID before, int limit) {
        return page(handle.createQuery(PAGE), scope, before, limit);
    }

    private static List<Replay> page(Query query, Scope scope, UUID before, int limit) {
        return query.bind("before", before)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String OPEN =
            "SELECT "
                    + COLUMNS
                    + """
                      FROM replay
                     WHERE ended_at IS NULL
                       AND mode = :mode
                       AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
                     ORDER BY id DESC
                     LIMIT :limit
                    """;

    List<Replay> open(Handle handle, Scope scope, int limit) {
        return handle.createQuery(OPEN)
                .bind("limit", limit)
                .bind("mode", scope.mode().code())
                .bindByType("app_id", scope.appId(), UUID.class)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String OVER =
            "SELECT "
                    + COLUMNS
                    + """
                      FROM replay
                     WHERE id < :before
                       AND ended_at IS NOT NULL
                       AND mode = :mode
                       AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
                     ORDER BY id DESC
                     LIMIT :limit
                    """;

    List<Replay> over(Handle handle, Scope scope, UUID before, int limit) {
        return page(handle.createQuery(OVER), scope, before, limit);
    }

    private static final String SLOTS =
            """
            SELECT count(*) FILTER (WHERE sending) AS sending,
                   count(*) FILTER (WHERE sending AND app_id = :app_id) AS own_sending,
                   count(*) FILTER (WHERE app_id = :app_id) AS own_unfinished
              FROM (SELECT app_id, ended_at IS NULL AND made < total AS sending
                      FROM replay
                     WHERE (ended_at IS NULL OR skipped + delivered + failed < made)
                       AND mode = :mode
                       AND by_customer = :by_customer) AS unfinished
            """;

    /// The running replays that a new one shares its slots with.
    ///
    /// @param app the app of the new replay
    ReplaySlots slots(Handle tx, UUID app, Mode mode, boolean byCustomer) {
        return tx.createQuery(SLOTS)
                .bind("app_id", app)
                .bind("mode", mode.code())
                .bind("by_customer", byCustomer)
                .map((row, _) ->
                        new ReplaySlots(
                                row.getInt("sending"),
                                row.getInt("own_sending"),
                                row.getInt("own_unfinished")))
                .one();
    }

    private static final String TAKE_TURN =
            "SELECT pg_try_advisory_xact_lock(hashtext('replay'), hashtext(CAST(:app_id AS text)))";

    /// False while another transaction starts a replay of this app.
    boolean takeTurn(Handle tx, UUID app) {
        return tx.createQuery(TAKE_TURN).bind("app_id", app).mapTo(Boolean.class).one();
    }

    private static final String ITEMS =
            """
            SELECT ordinal, event_id, endpoint_id, repeats, made_id, outcome
              FROM replay_item
             WHERE replay_id = :id
               AND ordinal > :after
               AND ordinal <= :up_to
               AND (CAST(:outcome AS text) IS NULL OR outcome = :outcome)
             ORDER BY ordinal
             LIMIT :limit
            """;

    List<ReplayItem> items(
            Handle handle,
            UUID id,
            long after,
            long upTo,
            ReplayItem.@Nullable Ended ended,
            int limit) {
        return handle.createQuery(ITEMS)
                .bind("id", id)
                .bind("after", after)
                .bind("up_to", upTo)
                .bind("outcome", ended == null ? null : ended.code())
                .bind("limit", limit)
                .map((row, _) ->
                        new ReplayItem(
                                row.getLong("ordinal"),
                                row.getObject("event_id", UUID.class),
                                row.getObject("endpoint_id", UUID.class),
                                row.getObject("repeats", UUID.class),
                                row.getObject("made_id", UUID.class),
                                ReplayItem.Ended.of(row.getString("outcome"))))
                .list();
    }

    private static final String CHANGE =
            """
            UPDATE replay
               SET state = :state,
                   rate = :rate,
                   paced_from = :paced_from,
                   paced_after = :paced_after,
                   ended_at = :ended_at,
                   updated_at = :now
             WHERE id = :id
            """;

    void change(Handle tx, Replay replay) {
        tx.createUpdate(CHANGE)
                .bind("id", replay.id())
                .bind("state", replay.state().code())
                .bind("rate", replay.pace().perSecond())
                .bind("paced_from", replay.pace().from())
                .bind("paced_after", replay.pace().after())
                .bind("ended_at", replay.endedAt())
                .bind("now", replay.updatedAt())
                .execute();
    }

    private static Replay read(ResultSet row) throws SQLException {
        return new Replay(
                row.getObject("id", UUID.class),
                readRequest(row),
                ReplayState.of(row.getString("state")).orElseThrow(),
                new Replay.Progress(
                        row.getLong("total"),
                        row.getLong("made"),
                        row.getLong("skipped"),
                        row.getLong("delivered"),
                        row.getLong("failed")),
                new ReplayPace(
                        row.getDouble("rate"),
                        row.getTimestamp("paced_from").toInstant(),
                        row.getLong("paced_after")),
                row.getTimestamp("updated_at").toInstant(),
                EventRow.instant(row, "ended_at"));
    }

    private static Replay.Request readRequest(ResultSet row) throws SQLException {
        return new Replay.Request(
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                row.getBoolean("by_customer"),
                row.getObject("endpoint_id", UUID.class),
                row.getString("asked"),
                row.getString("plan"),
                row.getString("reason"),
                row.getString("actor"),
                row.getTimestamp("start_at").toInstant(),
                row.getTimestamp("created_at").toInstant());
    }
}

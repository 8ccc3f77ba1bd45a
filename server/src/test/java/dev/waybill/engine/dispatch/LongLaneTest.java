package dev.waybill.engine.dispatch;

import static dev.waybill.domain.endpoint.OnExhausted.HOLD;
import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.infra.db.SqlArrays;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// However many stand behind a head, looking for it reads a few pages.
class LongLaneTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final int BEHIND = 20_000;

    /// A few for each partition's index, and the head. Reading the lane would take hundreds.
    private static final int PAGES_MAX = 120;

    private final Fixtures fixtures = new Fixtures(DB, new ManualClock());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void clear() {
        DB.clear();
    }

    @Test
    void theSweepPassesALongLaneAtOneStep() throws SQLException {
        longLane();

        int pages =
                PagesRead.by(
                        DB,
                        LaneStore.HEADS.formatted(partition()),
                        statement ->
                                new SqlArrays(statement)
                                        .uuid(new UUID(0, 0))
                                        .text("")
                                        .number(1_000));

        assertThat(pages).isLessThan(PAGES_MAX);
    }

    @Test
    void aHintAtALongLaneCostsNoMore() throws SQLException {
        var endpoint = longLane();

        int pages =
                PagesRead.by(
                        DB,
                        LaneStore.CLAIM_HEADS,
                        statement ->
                                new SqlArrays(statement)
                                        .uuids(List.of(endpoint), Endpoint::id)
                                        .texts(List.of("k"), key -> key)
                                        .longs(List.of(0L), place -> place)
                                        .longs(List.of(0L), paused -> paused)
                                        .number(0)
                                        .uuid(new UUID(1, 1))
                                        .time(NOON)
                                        .time(NOON)
                                        .uuid(new UUID(1, 1))
                                        .uuid(new UUID(1, 1))
                                        .time(NOON));

        assertThat(pages).isLessThan(PAGES_MAX);
    }

    private static String partition() {
        return DB.rows("SELECT DISTINCT tableoid::regclass FROM delivery").getFirst();
    }

    /// One under way, and a crowd behind it.
    private Endpoint longLane() {
        var endpoint = fixtures.orderedEndpoint(Ordering.KEY, HOLD);
        fixtures.delivery().to(endpoint).inLane("k", 0).inFlight(new UUID(7, 7)).insert();
        DB.execute(
                """
                INSERT INTO delivery (
                    id, app_id, mode, event_id, event_type, endpoint_id, state, attempts, refusals,
                    closing, retry_policy, give_up_at, lane, lane_sequence, updated_at)
                SELECT overlay(?::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, ?, 'live',
                       ?, 'a', ?, 'pending', 0, 0, false, 'live', now(), 'k', n, now()
                  FROM generate_series(1, ?) n
                """,
                fixtures.ids().next(),
                Apps.DEFAULT,
                fixtures.event().id(),
                endpoint.id(),
                BEHIND);
        return endpoint;
    }
}

package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMailUtil;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.replays.ReplayMails;
import dev.waybill.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayMailsTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final AlertWorld world = new AlertWorld(DB);

    @AfterEach
    void clear() {
        world.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void anOwnerIsToldOfALargeReplayOnce() throws Exception {
        var large = world.endpoint(1, AlertWorld.OWNER);
        var small = world.endpoint(2, "small@customer.example");
        var process = world.process();
        replay(large, 1_001);
        replay(small, 1_000);
        var mails =
                new ReplayMails(
                        DB.database(),
                        process.engine().routes(),
                        process.notifications(),
                        world.clock);

        assertThat(mails.runOnce()).isOne();
        assertThat(mails.runOnce()).isOne();
        assertThat(mails.runOnce()).isZero();
        world.send();

        assertThat(world.mailsTo("small@customer.example")).isEmpty();
        var received = world.mailsTo(AlertWorld.OWNER);
        assertThat(received).hasSize(1);
        assertThat(received.getFirst().getSubject())
                .isEqualTo("1001 events are about to be sent again");
        assertThat(GreenMailUtil.getBody(received.getFirst()))
                .contains("https://host1.customer.example/hook", "2026-05-01T12:00:00");
    }

    private void replay(Endpoint endpoint, int count) {
        var id = world.fixtures.ids().next();
        DB.execute(
                """
                INSERT INTO replay (
                    id, mode, by_customer, state, asked, plan, reason, actor, total, rate,
                    paced_from, start_at, created_at, updated_at)
                VALUES (?, 'live', false, 'planned', '{}', '{}', '', 'admin', ?, 1, ?, ?, ?, ?)
                """,
                id,
                count,
                world.clock.instant(),
                world.clock.instant(),
                world.clock.instant(),
                world.clock.instant());
        DB.execute(
                """
                INSERT INTO replay_item (replay_id, ordinal, event_id, endpoint_id)
                SELECT ?, number, gen_random_uuid(), ?
                  FROM generate_series(1, ?) AS number
                """,
                id,
                endpoint.id(),
                count);
    }
}

package dev.waybill.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointPrunerTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final EndpointPruner pruner = new EndpointPruner(DB.database(), clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void anEndpointGoesWithAllThatBelongsToIt() throws Exception {
        var gone = deleted(Duration.ofDays(32));
        var there = fixtures.endpoint().id();
        var process = fixtures.process(Duration.ofMinutes(1));
        for (var endpoint : List.of(gone, there)) {
            DB.execute("INSERT INTO endpoint_owner VALUES (?, ?)", endpoint, process);
            DB.execute("INSERT INTO strict_sequence VALUES (?, 7)", endpoint);
            DB.execute("INSERT INTO send_window VALUES (?, 'test', '{}')", endpoint);
            DB.execute(
                    "INSERT INTO lane_hold VALUES (?, 'k', ?, 'exhausted', now())",
                    endpoint,
                    fixtures.ids().next());
            DB.execute(
                    """
                    INSERT INTO endpoint_health (endpoint_id, consecutive_failures, changed_at)
                    VALUES (?, 0, now())
                    """,
                    endpoint);
            DB.execute(
                    """
                    INSERT INTO endpoint_pace (endpoint_id, failures, changed_at)
                    VALUES (?, 1, now())
                    """,
                    endpoint);
            stateChange(endpoint, true);
        }
        DB.execute("UPDATE process SET alive_until = now() + interval '1 minute'");

        assertThat(pruner.runOnce()).isEqualTo(new EndpointPruner.Pass(0, 1, true));

        assertThat(DB.rows("SELECT id FROM endpoint")).containsExactly(there.toString());
        for (var table :
                List.of(
                        "endpoint_owner",
                        "strict_sequence",
                        "send_window",
                        "lane_hold",
                        "endpoint_health",
                        "endpoint_pace",
                        "endpoint_state_change")) {
            assertThat(DB.rows("SELECT endpoint_id FROM " + table))
                    .as(table)
                    .containsExactly(there.toString());
        }
    }

    @Test
    void oneThatIsReferredToStays() throws Exception {
        var delivered = deleted(Duration.ofDays(400));
        var delivery = fixtures.delivery().insert();
        DB.execute("UPDATE delivery SET endpoint_id = ? WHERE id = ?", delivered, delivery);
        var untold = deleted(Duration.ofDays(400));
        stateChange(untold, false);
        var lately = deleted(Duration.ofDays(30));

        assertThat(pruner.runOnce().endpoints()).isZero();
        assertThat(DB.rows("SELECT id::text FROM endpoint WHERE deleted_at IS NOT NULL"))
                .contains(delivered.toString(), untold.toString(), lately.toString());

        DB.execute("DELETE FROM delivery");
        DB.execute("UPDATE endpoint_state_change SET notified_at = now()");
        clock.advance(Duration.ofDays(2));
        assertThat(pruner.runOnce().endpoints()).isEqualTo(3);
    }

    /// Those that stay do not keep others from going.
    @Test
    void aPassIsBoundedAndTheNextGoesOn() throws Exception {
        var delivery = fixtures.delivery().insert();
        UUID referredTo = null;
        for (int i = 0; i < EndpointPruner.ENDPOINTS_PER_PASS; i++) {
            referredTo = deleted(Duration.ofDays(100));
        }
        DB.execute("UPDATE delivery SET endpoint_id = ? WHERE id = ?", referredTo, delivery);
        deleted(Duration.ofDays(40));

        assertThat(pruner.runOnce())
                .isEqualTo(
                        new EndpointPruner.Pass(0, EndpointPruner.ENDPOINTS_PER_PASS - 1, false));
        assertThat(pruner.runOnce()).isEqualTo(new EndpointPruner.Pass(0, 1, true));
    }

    @Test
    void whatDeadProcessesHeldIsFree() throws Exception {
        var endpoints = List.of(fixtures.endpoint().id(), fixtures.endpoint().id());
        var alive = fixtures.process(Duration.ofMinutes(1));
        var dead = fixtures.process(Duration.ofMinutes(1));
        DB.execute("UPDATE process SET alive_until = now() WHERE id = ?", alive);
        DB.execute(
                "UPDATE process SET alive_until = now() - interval '11 minutes' WHERE id = ?",
                dead);
        DB.execute("INSERT INTO endpoint_owner VALUES (?, ?)", endpoints.getFirst(), alive);
        DB.execute("INSERT INTO endpoint_owner VALUES (?, ?)", endpoints.getLast(), dead);
        DB.execute(
                "INSERT INTO endpoint_owner VALUES (?, ?)", UUID.randomUUID(), UUID.randomUUID());

        assertThat(pruner.runOnce().custodies()).isEqualTo(2);

        assertThat(DB.rows("SELECT process_id FROM endpoint_owner"))
                .containsExactly(alive.toString());
    }

    private UUID deleted(Duration ago) {
        var id = fixtures.endpoint().id();
        DB.execute(
                "UPDATE endpoint SET deleted_at = ?::timestamptz WHERE id = ?",
                clock.instant().minus(ago).toString(),
                id);
        return id;
    }

    private void stateChange(UUID endpoint, boolean announced) {
        DB.execute(
                """
                INSERT INTO endpoint_state_change (
                    id, endpoint_id, at, from_state, to_state, reason, actor, notified_at)
                VALUES (?, ?, now(), 'active', 'paused', 'asked', 'tester',
                        CASE WHEN ? THEN now() END)
                """,
                fixtures.ids().next(),
                endpoint,
                announced);
    }
}

package dev.waybill.engine.recovery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.event.Ids;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.lease.ProcessLife;
import dev.waybill.infra.db.DatabaseClock;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeartbeatTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(32);

    private final DatabaseClock clock = new DatabaseClock(NOON, System::nanoTime);
    private final Ids ids = new Ids(clock, new SplittableRandom(1));
    private final ProcessLife life =
            new ProcessLife(ids.next(), System::nanoTime, new ManualClock());
    private final Leases leases = new Leases(life);
    private final Heartbeat heartbeat = new Heartbeat(DB.database(), clock, leases, ids);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void aProcessEntersTheBooksAndLives() throws Exception {
        assertThat(life.covers(LONGEST_ATTEMPT)).isFalse();

        heartbeat.begin();

        assertThat(alive(life.processId())).isOne();
        assertThat(life.covers(LONGEST_ATTEMPT)).isTrue();
    }

    @Test
    void theDatabasesTimeIsTakenOver() throws Exception {
        heartbeat.begin();

        // Until then our clock went by noon on the first of May.
        long apart =
                DB.number(
                        "SELECT abs(extract(epoch FROM clock_timestamp() - ?::timestamptz))::int8",
                        clock.instant());
        assertThat(apart).isLessThan(30);
    }

    @Test
    void aBeatProlongsTheLife() throws Exception {
        heartbeat.begin();
        DB.execute("UPDATE process SET alive_until = clock_timestamp() + interval '1 second'");

        heartbeat.runOnce();

        assertThat(leases.life()).isSameAs(life);
        assertThat(DB.number("SELECT count(*) FROM process WHERE alive_until > now() + '30 s'"))
                .isOne();
    }

    @Test
    void whoeverComesTooLateBeginsANewLife() throws Exception {
        heartbeat.begin();
        var token = ids.next();
        leases.hold(token, life, 1);
        DB.execute("UPDATE process SET alive_until = clock_timestamp() - interval '1 second'");

        heartbeat.runOnce();

        assertThat(leases.life().processId()).isNotEqualTo(life.processId());
        assertThat(leases.covers(token, LONGEST_ATTEMPT)).as("held in the old life").isFalse();
        assertThat(leases.life().covers(LONGEST_ATTEMPT)).isTrue();
        assertThat(alive(life.processId())).isZero();
        assertThat(alive(leases.life().processId())).isOne();
    }

    @Test
    void whoeverWasStruckOffBeginsANewLife() throws Exception {
        heartbeat.begin();
        DB.execute("DELETE FROM process");

        heartbeat.runOnce();

        assertThat(leases.life().processId()).isNotEqualTo(life.processId());
        assertThat(alive(leases.life().processId())).isOne();
    }

    @Test
    void whoeverLeavesIsStruckOff() throws Exception {
        heartbeat.begin();

        heartbeat.end();

        assertThat(DB.number("SELECT count(*) FROM process")).isZero();
    }

    @Test
    void aloneOnADatabaseTheOthersAreDead() throws Exception {
        DB.execute(
                """
                INSERT INTO process (id, started_at, alive_until)
                VALUES (gen_random_uuid(), now(), now() + interval '1 hour')
                """);
        heartbeat.begin();

        heartbeat.declareOthersDead();

        assertThat(DB.rows("SELECT id FROM process")).containsExactly(life.processId().toString());
    }

    private static long alive(UUID processId) {
        return DB.number(
                "SELECT count(*) FROM process WHERE id = ? AND alive_until > clock_timestamp()",
                processId);
    }
}

package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Span;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.status.StatusReporter;
import dev.waybill.infra.health.Condition;
import dev.waybill.infra.schedule.Countdown;
import dev.waybill.infra.schedule.JobGroup;
import dev.waybill.infra.schedule.JobResult;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules of the whole service, from rows of the database: each fires, and each comes close
/// without firing. Another process reads the same readings, so the preview agrees.
class ServiceConditionsTest {

    private static final TestDatabase DB = TestDatabase.create();

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AlertWorld world = new AlertWorld(DB);
    private final UUID processId = world.fixtures.ids().next();

    /// Other tests of alerts have no partitions, and switch the rule off.
    @BeforeEach
    void enableAll() {
        DB.execute("DELETE FROM alert_rule");
    }

    @AfterEach
    void clear() {
        world.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @ParameterizedTest
    @CsvSource({"300, true", "299, false"})
    void deadLettersOfAllApps(int inFiveMinutes, boolean fires) throws Exception {
        var process = world.process();

        for (int minute = 0; minute < 20; minute++) {
            if (minute % 5 == 0) {
                deadLetters(inFiveMinutes);
            }
            minute();
        }

        assertFires(process, AlertRule.SERVICE_DEAD_LETTERS, fires);
    }

    private void deadLetters(int count) {
        DB.execute(
                "INSERT INTO stat (grain_seconds, since, mode, exhausted, failed)"
                        + " VALUES (300, ?, 'live', ?, ?)",
                span(),
                count,
                count);
    }

    /// The delivery is due and grows older; in the other case it is attempted after a while.
    @ParameterizedTest
    @CsvSource({"99, true", "12, false"})
    void aBacklogThatGrows(int attemptedAfterMinutes, boolean fires) throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.fixtures.delivery().to(endpoint).insert();
        var process = world.process();

        for (int minute = 0; minute < 20; minute++) {
            worksWithoutFailing(endpoint);
            if (minute == attemptedAfterMinutes) {
                DB.execute("UPDATE delivery SET next_attempt_at = ?", world.clock.instant());
            }
            minute();
        }

        assertFires(process, AlertRule.SERVICE_BACKLOG, fires);
        assertThat(firing(AlertRule.SERVICE_STALLED)).isFalse();
    }

    /// A delivery is due, and nobody makes an attempt.
    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void noAttemptIsMade(boolean works, boolean fires) throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.fixtures.delivery().to(endpoint).insert();
        var process = world.process();

        for (int minute = 0; minute < 9; minute++) {
            if (works) {
                worksWithoutFailing(endpoint);
            }
            minute();
        }

        assertFires(process, AlertRule.SERVICE_STALLED, fires);
        assertThat(firing(AlertRule.SERVICE_BACKLOG)).isFalse();
    }

    private void worksWithoutFailing(Endpoint endpoint) {
        world.attempts(endpoint, 1, 0);
        world.attemptsOfAll(1);
    }

    private Instant span() {
        long length = Span.LENGTH.toSeconds();
        return Instant.ofEpochSecond(world.clock.instant().getEpochSecond() / length * length);
    }

    @Test
    void partitionsOfTomorrowAreMissing() throws Exception {
        var process = world.process();
        minute();
        minute();
        assertFires(process, AlertRule.SERVICE_STALLED, false);

        world.clock.advance(Duration.ofDays(30));
        minute();
        assertFires(process, AlertRule.SERVICE_STALLED, false);
        minute();

        assertFires(process, AlertRule.SERVICE_STALLED, true);
        assertThat(summary()).contains("partitions of tomorrow");
    }

    @ParameterizedTest
    @CsvSource({"31, true", "30, false", "-31, true"})
    void theClockIsOff(int seconds, boolean fires) throws Exception {
        InstantSource wall = () -> world.clock.instant().plusSeconds(seconds);
        world.probe = new ServiceProbe(List.of(), world.clock, wall, null);
        var process = world.process();

        minute();
        minute();

        assertFires(process, AlertRule.SERVICE_STALLED, fires);
    }

    /// The condition lasts for two minutes before anybody is told.
    @Test
    void capturesFailInTheProcessThatEvaluates() throws Exception {
        var fails = new AtomicBoolean(true);
        var captures =
                new Condition(
                        "duties",
                        () ->
                                fails.get()
                                        ? Optional.of("capture-1 has been failing for 31 s")
                                        : Optional.empty());
        world.probe = new ServiceProbe(List.of(captures), world.clock, world.clock, null);
        var process = world.process();

        minute();
        fails.set(false);
        minute();
        assertFires(process, AlertRule.SERVICE_STALLED, false);
        fails.set(true);
        minute();
        minute();

        assertFires(process, AlertRule.SERVICE_STALLED, true);
        assertThat(summary()).contains("Events are not captured");
        fails.set(false);
        for (int i = 0; i < 16; i++) {
            minute();
        }
        assertThat(firing(AlertRule.SERVICE_STALLED)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"71, true", "69, false"})
    void aJobOfAnotherProcessDoesNotRun(int secondsSinceSuccess, boolean fires) throws Exception {
        report(
                """
                jsonb_build_array(jsonb_build_object(
                    'name', 'figures',
                    'period_ms', 10000,
                    'last_success_at',
                    ((extract(epoch FROM now()) + 600 - %d) * 1000)::bigint))
                """
                        .formatted(secondsSinceSuccess));
        var process = world.process();

        minute();
        minute();

        assertFires(process, AlertRule.SERVICE_STALLED, fires);
    }

    @Test
    void aProcessThatIsAliveAndSilentDoesNotRunItsJobs() throws Exception {
        report("'[]'::jsonb");
        var process = world.process();
        minute();
        minute();
        assertFires(process, AlertRule.SERVICE_STALLED, false);

        DB.execute("UPDATE process_report SET reported_at = now() - interval '1 minute'");
        minute();
        minute();

        assertFires(process, AlertRule.SERVICE_STALLED, true);
    }

    /// Its thread really dies, and the job goes on in another.
    @Test
    void aThreadThatDiedIsReplacedAndTold() throws Exception {
        report("'[]'::jsonb");
        var process = world.process();
        minute();
        minute();
        assertFires(process, AlertRule.SERVICE_STALLED, false);
        var died = new AtomicBoolean();
        var jobs = new JobGroup();
        jobs.add(
                "figures",
                Duration.ofMillis(1),
                () -> {
                    if (died.compareAndSet(false, true)) {
                        throw new NoClassDefFoundError("replaced under us");
                    }
                    return JobResult.complete(1);
                });
        jobs.start();
        try {
            Eventually.holds(() -> {
                var record = jobs.records().getFirst();
                return record.restarts() == 1 && record.failures() == 0;
            });
            new StatusReporter(
                            DB.database(),
                            InstantSource.system(),
                            () -> processId,
                            jobs::records,
                            new StatusReporter.Identity("host", "1"))
                    .runOnce();
        } finally {
            jobs.stop();
            jobs.join(Countdown.of(Duration.ofMinutes(1)));
        }

        // Once: it is an event, and works again.
        minute();

        assertFires(process, AlertRule.SERVICE_STALLED, true);
        assertThat(summary()).contains("died and was replaced");
        DB.execute("DELETE FROM process_report");
        for (int i = 0; i < 16; i++) {
            minute();
        }
        assertThat(firing(AlertRule.SERVICE_STALLED)).isFalse();
    }

    /// A process that is alive, and its report of its jobs. It is dated ten minutes ahead, so that
    /// it does not grow old while the test runs.
    private void report(String jobs) {
        DB.execute(
                "INSERT INTO process (id, started_at, alive_until)"
                        + " VALUES (?, now(), now() + interval '1 hour')",
                processId);
        DB.execute(
                "INSERT INTO process_report (process_id, started_at, reported_at, host, version,"
                        + " jobs) SELECT ?, now(), now() + interval '10 minutes', 'host', '1', "
                        + jobs,
                processId);
    }

    private void minute() {
        world.clock.advance(MINUTE);
        world.evaluate();
    }

    private static void assertFires(AlertWorld.Member process, AlertRule rule, boolean fires) {
        assertThat(firing(rule)).as(rule.code()).isEqualTo(fires);
        var preview = process.alerts().rules().preview(Thresholds.defaults(rule));
        assertThat(preview.firings()).hasSize(fires ? 1 : 0);
    }

    private static boolean firing(AlertRule rule) {
        return DB.number(
                        "SELECT count(*) FROM alert WHERE resolved_at IS NULL AND rule = '"
                                + rule.code()
                                + "'")
                == 1;
    }

    private static String summary() {
        return DB.rows("SELECT summary FROM alert WHERE rule = 'service.stalled'").getLast();
    }
}

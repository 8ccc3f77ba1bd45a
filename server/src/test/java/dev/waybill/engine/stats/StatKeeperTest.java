package dev.waybill.engine.stats;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Outcome;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.stats.Grouping;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.infra.metrics.MetricLimits;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatKeeperTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final String APART = "stat WHERE endpoint_id IS NOT NULL";
    private static final Scope ALL = new Scope(null, Mode.LIVE);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final Tally tally = new Tally(clock);
    private final StatKeeper keeper = new StatKeeper(DB.database(), tally, clock, _ -> {});
    private final StatQuery query = new StatQuery(DB.database());
    private final Endpoint endpoint = fixtures.endpoint();
    private static final Outcome ACCEPTED = new Outcome.Accepted(200);
    private static final Outcome REFUSED = new Outcome.Refused(404, null);
    private static final Outcome FAILED = new Outcome.Refused(503, null);

    private final Subject paid = Subject.of(endpoint, "invoice.paid");

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void countsWhatWasMadeAcceptedAndTried() throws Exception {
        tally.captured(paid);
        tally.captured(paid);
        tally.attempted(paid, REFUSED, Duration.ofMillis(900));
        tally.attempted(paid, ACCEPTED, Duration.ofMillis(100));
        tally.delivered(paid, 2, Duration.ofSeconds(60));
        keeper.runOnce();
        tally.attempted(paid, ACCEPTED, Duration.ofMillis(100));
        tally.delivered(paid, 1, Duration.ofMillis(100));
        keeper.runOnce();

        var counts = query.total(lately(), Depth.ALL);

        assertThat(counts.captured()).isEqualTo(2);
        assertThat(counts.delivered()).isEqualTo(2);
        assertThat(counts.succeededAttempts()).isEqualTo(2);
        assertThat(counts.failedAttempts()).isEqualTo(1);
        assertThat(counts.tries()).startsWith(1, 1, 0);
        assertThat(counts.latency().quantile(0.5)).isEqualTo(100, within(20.0));
        assertThat(counts.latency().quantile(1)).isEqualTo(60_000, within(12_000.0));
        assertThat(counts.response().total()).isEqualTo(3);
        assertThat(keeper.runOnce().mayHaveMore()).isFalse();
        assertThat(query.total(lately(), Depth.ALL).delivered()).as("nothing twice").isEqualTo(2);
    }

    @Test
    void whateverEndsADeliveryIsCountedOnce() throws Exception {
        for (int i = 0; i < 3; i++) {
            fixtures.delivery().to(endpoint).expires(NOON.plusSeconds(5)).insert();
        }
        DB.execute("UPDATE delivery SET state = 'expired', reason = 'ttl', next_attempt_at = NULL");
        DB.execute("UPDATE delivery SET updated_at = updated_at + interval '1 second'");
        keeper.runOnce();
        keeper.runOnce();

        var counts = query.total(lately(), Depth.ALL);

        assertThat(counts.ended(Reason.TTL)).isEqualTo(3);
        assertThat(counts.dead()).isZero();
        assertThat(DB.rows("SELECT count(*) FROM stat_end")).containsExactly("0");
    }

    @Test
    void whatEndsInATransactionThatFailsIsNotCounted() throws Exception {
        fixtures.delivery().to(endpoint).insert();
        try (var connection = DB.database().engine()) {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.executeUpdate(
                        "UPDATE delivery SET state = 'failed', reason = 'exhausted',"
                                + " next_attempt_at = NULL");
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
        keeper.runOnce();

        assertThat(query.total(lately(), Depth.ALL).dead()).isZero();
    }

    @Test
    void beyondABoundTypesAndThenEndpointsAreNotToldApart() throws Exception {
        var bounded = new Tally(clock, 2, MetricLimits.DEFAULT);
        for (int i = 0; i < 10; i++) {
            bounded.captured(Subject.of(endpoint, "with.an.id." + i));
            bounded.captured(Subject.of(fixtures.endpoint(), "invoice.paid"));
        }

        new StatKeeper(DB.database(), bounded, clock, _ -> {}).runOnce();

        assertThat(DB.number("SELECT count(*) FROM " + APART)).isLessThanOrEqualTo(4);
        assertThat(query.total(lately(), Depth.NUMBERS).captured()).isEqualTo(20);
        assertThat(DB.number("SELECT sum(captured) FROM " + APART)).isLessThan(20);
    }

    @Test
    void whatDoesNotFitInOneStatementIsWrittenInSeveral() throws Exception {
        int many = 2 * StatKeeper.SUMS_PER_STATEMENT_MAX + 100;
        for (int i = 0; i < many; i++) {
            tally.captured(Subject.of(endpoint, "type." + i));
        }
        keeper.runOnce();

        assertThat(DB.number("SELECT count(*) FROM " + APART)).isEqualTo(many);
        assertThat(query.total(lately(), Depth.NUMBERS).captured()).isEqualTo(many);
    }

    @Test
    void whatCouldNotBeWrittenIsNotLostAndTheSumsStayTrue() throws Exception {
        int many = 2 * StatKeeper.SUMS_PER_STATEMENT_MAX;
        for (int i = 0; i < many; i++) {
            tally.captured(Subject.of(endpoint, "type." + i));
        }
        DB.execute(
                """
                ALTER TABLE stat ADD CONSTRAINT refuses_one
                CHECK (event_type <> 'type.%d')
                """
                        .formatted(many - 1));
        try {
            assertThatThrownBy(keeper::runOnce).isInstanceOf(SQLException.class);
        } finally {
            DB.execute("ALTER TABLE stat DROP CONSTRAINT refuses_one");
        }
        keeper.runOnce();

        assertThat(query.total(lately(), Depth.NUMBERS).captured()).isEqualTo(many);
        assertThat(DB.number("SELECT sum(captured) FROM " + APART)).isEqualTo(many);
    }

    @Test
    void theMoreThereIsToWriteTheSeldomerItIsWritten() throws Exception {
        var slow = new ManualClock();
        var rested =
                new StatKeeper(
                        DB.database(), tally, () -> slow.instant().plus(took(slow)), _ -> {});
        tally.captured(paid);
        rested.runOnce();
        tally.captured(paid);
        rested.runOnce();
        assertThat(query.total(lately(), Depth.NUMBERS).captured()).isEqualTo(1);

        rested.finish();

        assertThat(query.total(lately(), Depth.NUMBERS).captured()).isEqualTo(2);
    }

    /// Every look at the clock comes a second after the last.
    private static Duration took(ManualClock clock) {
        clock.advance(Duration.ofSeconds(1));
        return Duration.ZERO;
    }

    @Test
    void endsOfVeryManyTypesAreNotToldApart() throws Exception {
        DB.execute(
                """
                INSERT INTO stat_end (ended_at, endpoint_id, event_type, app_id, mode, reason)
                SELECT CAST(? AS timestamptz), ?, 'with.an.id.' || n, ?, 'live', 'exhausted'
                  FROM generate_series(1, ?) AS n
                """,
                NOON.toString(),
                endpoint.id(),
                Apps.DEFAULT,
                StatKeeper.KINDS_OF_ENDS_MAX + 1);
        keeper.runOnce();

        assertThat(DB.number("SELECT count(*) FROM " + APART)).isEqualTo(1);
        assertThat(query.total(lately(), Depth.ALL).dead())
                .isEqualTo(StatKeeper.KINDS_OF_ENDS_MAX + 1);
    }

    @Test
    void tellsApart() throws Exception {
        var other = fixtures.endpoint();
        tally.captured(paid);
        tally.captured(paid);
        tally.captured(Subject.of(other, "invoice.paid"));
        tally.captured(Subject.of(other, "invoice.void"));
        keeper.runOnce();

        assertThat(query.groups(lately(), Grouping.ENDPOINT, Depth.NUMBERS))
                .hasSize(2)
                .containsKeys(endpoint.id().toString(), other.id().toString());
        assertThat(query.groups(lately(), Grouping.EVENT_TYPE, Depth.NUMBERS).keySet())
                .containsExactly("invoice.paid", "invoice.void");
        assertThat(query.groups(lately(), Grouping.APP, Depth.NUMBERS))
                .containsOnlyKeys(Apps.DEFAULT.toString());
        var narrow =
                new StatQuery.Range(
                        ALL,
                        other.id(),
                        "invoice.void",
                        NOON.minusSeconds(300),
                        NOON.plusSeconds(300));
        assertThat(query.total(narrow, Depth.ALL).captured()).isEqualTo(1);
        var foreign = new Scope(Apps.PLATFORM, Mode.LIVE);
        assertThat(query.total(range(foreign, NOON.minusSeconds(300)), Depth.ALL).captured())
                .isZero();
        var test = new Scope(null, Mode.TEST);
        assertThat(query.total(range(test, NOON.minusSeconds(300)), Depth.ALL).captured()).isZero();
    }

    @Test
    void agesToHoursAndDaysWithoutLosingAny() throws Exception {
        for (int minute = 0; minute < 180; minute += 5) {
            clock.set(NOON.plus(Duration.ofMinutes(minute)));
            tally.captured(paid);
            tally.delivered(paid, 1, Duration.ofMillis(50));
            keeper.runOnce();
        }

        clock.set(NOON.plus(Duration.ofHours(9)));
        assertThat(keeper.foldOnce()).isPositive();
        while (keeper.foldOnce() > 0) {
            // One span after the other.
        }

        assertThat(DB.rows("SELECT grain_seconds, captured FROM " + APART + " ORDER BY since"))
                .containsExactly("3600 12", "3600 12", "3600 12");
        clock.set(NOON.plus(Duration.ofDays(9)));
        while (keeper.foldOnce() > 0) {
            // One span after the other.
        }
        assertThat(DB.rows("SELECT grain_seconds, captured, latency[24] FROM " + APART))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("86400 36");
        var whole = query.total(range(ALL, NOON.minus(Duration.ofDays(1))), Depth.ALL);
        assertThat(whole.captured()).isEqualTo(36);
        assertThat(whole.latency().total()).isEqualTo(36);
        clock.set(NOON.plus(Duration.ofDays(800)));
        keeper.foldOnce();
        assertThat(DB.rows("SELECT 1 FROM stat")).isEmpty();
    }

    @Test
    void sumsOfAppsAndOfEverybodyAreThoseOfTheirParts() throws Exception {
        var other = Subject.of(fixtures.endpoint(), "invoice.void");
        for (int minute = 0; minute < 120; minute += 5) {
            clock.set(NOON.plus(Duration.ofMinutes(minute)));
            tally.captured(paid);
            tally.attempted(other, ACCEPTED, Duration.ofMillis(7));
            tally.attempted(other, REFUSED, Duration.ofMillis(7));
            tally.attempted(other, FAILED, Duration.ofMillis(7));
            tally.delivered(other, 1, Duration.ofMillis(20 + minute));
            keeper.runOnce();
        }
        fixtures.delivery().to(endpoint).insert();
        DB.execute(
                "UPDATE delivery"
                        + " SET state = 'failed', reason = 'exhausted', next_attempt_at = NULL");
        keeper.runOnce();
        sumsAreThoseOfTheirParts();

        clock.set(NOON.plus(Duration.ofDays(2)));
        while (keeper.foldOnce() > 0) {
            // One span after the other.
        }
        sumsAreThoseOfTheirParts();
        var total = query.total(range(ALL, NOON.minus(Duration.ofDays(1))), Depth.ALL);
        assertThat(total.captured()).isEqualTo(24);
        assertThat(total.dead()).isEqualTo(1);
        assertThat(total.latency().total()).isEqualTo(24);
        var app = new Scope(Apps.DEFAULT, Mode.LIVE);
        var ofApp = query.total(range(app, NOON.minus(Duration.ofDays(1))), Depth.ALL);
        assertThat(ofApp.response().total()).isEqualTo(72);
        assertThat(ofApp.failedAttempts()).isEqualTo(48);
        assertThat(DB.rows("SELECT sum(client_errors) FROM stat WHERE app_id IS NULL"))
                .containsExactly("24");
    }

    @Test
    void everybodyIsEveryCustomerInOneMode() throws Exception {
        var customers = Subject.of(endpoint, "invoice.paid");
        var tests = new Subject(endpoint.appId(), Mode.TEST, fixtures.ids().next(), "invoice.paid");
        var own = new Subject(Apps.PLATFORM, Mode.LIVE, fixtures.ids().next(), "replay.started");
        for (var subject : List.of(customers, tests, own)) {
            tally.captured(subject);
        }
        keeper.runOnce();

        var since = NOON.minus(Duration.ofDays(1));
        assertThat(query.total(range(ALL, since), Depth.ALL).captured()).isEqualTo(1);
        assertThat(query.groups(range(ALL, since), Grouping.APP, Depth.NUMBERS))
                .containsOnlyKeys(endpoint.appId().toString());
        var platform = new Scope(Apps.PLATFORM, Mode.LIVE);
        assertThat(query.total(range(platform, since), Depth.ALL).captured()).isEqualTo(1);
        var apps = List.of(Apps.PLATFORM, endpoint.appId());
        assertThat(query.ofApps(apps, range(ALL, since), Depth.NUMBERS)).hasSize(2);
        assertThat(query.ofTypes(List.of("invoice.paid"), range(ALL, since)))
                .containsOnlyKeys("invoice.paid");
    }

    @Test
    void theWorstComeFirstHoweverFewTheyAre() throws Exception {
        var quiet = fixtures.endpoint();
        for (int i = 0; i < 9; i++) {
            tally.captured(paid);
        }
        tally.captured(Subject.of(quiet, "invoice.paid"));
        tally.attempted(Subject.of(quiet, "invoice.paid"), REFUSED, Duration.ofMillis(3));
        keeper.runOnce();

        assertThat(query.worst(range(ALL, NOON.minus(Duration.ofDays(1))), 5))
                .containsOnlyKeys(quiet.id().toString());
    }

    private static void sumsAreThoseOfTheirParts() {
        for (var whose : List.of("app_id", "CAST(NULL AS uuid)")) {
            var parts =
                    """
                    SELECT %s, grain_seconds, since, mode, sum(captured), sum(delivered),
                           sum(exhausted), sum(succeeded), sum(client_errors), {latency}, {response}
                      FROM %s
                     GROUP BY 1, 2, 3, 4
                    """
                            .formatted(whose, APART);
            var sums =
                    """
                    SELECT app_id, grain_seconds, since, mode, captured, delivered, exhausted,
                           succeeded, client_errors, latency, response
                      FROM stat
                     WHERE endpoint_id IS NULL
                       AND event_type IS NULL
                       AND app_id IS %s NULL
                    """
                            .formatted(whose.equals("app_id") ? "NOT" : "");
            assertThat(DB.rows("SELECT count(*) FROM (" + sums + ") AS sums"))
                    .isNotEqualTo(List.of("0"));
            assertThat(DB.rows(HistogramSql.in(parts + " EXCEPT " + sums))).isEmpty();
            assertThat(DB.rows(HistogramSql.in(sums + " EXCEPT " + parts))).isEmpty();
        }
    }

    @Test
    void whatCannotBeWrittenStaysCounted() throws Exception {
        tally.captured(paid);
        DB.execute("ALTER TABLE stat RENAME TO elsewhere");
        try {
            assertThatThrownBy(keeper::runOnce).isInstanceOf(SQLException.class);
        } finally {
            DB.execute("ALTER TABLE elsewhere RENAME TO stat");
        }
        tally.captured(paid);

        keeper.runOnce();

        assertThat(query.total(lately(), Depth.ALL).captured()).isEqualTo(2);
    }

    private static StatQuery.Range lately() {
        return range(ALL, NOON.minusSeconds(300));
    }

    private static StatQuery.Range range(Scope scope, Instant since) {
        return new StatQuery.Range(scope, null, null, since, NOON.plus(Duration.ofDays(1)));
    }
}

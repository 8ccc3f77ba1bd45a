package dev.waybill.web.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.infra.db.Database;
import dev.waybill.infra.db.DatabaseUrl;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import dev.waybill.web.health.Health.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class DatabaseWatchTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final AtomicLong nanos = new AtomicLong(42);
    private final DatabaseWatch watch = watching(DB.database());
    private final Health health = new Health(watch.conditions());

    @AfterAll
    static void drop() {
        DB.close();
    }

    private DatabaseWatch watching(Database database) {
        return new DatabaseWatch(database, clock, nanos::get);
    }

    @Test
    void aPrimaryWithTheTablesOfTomorrowIsWell() throws SQLException {
        assertThat(health.reasons())
                .containsExactly(new Reason("database", "The database does not answer."));

        watch.runOnce();

        assertThat(health.reasons()).isEmpty();
    }

    @Test
    void aDatabaseThatIsSilentIsNotedWithoutAnAnswer() throws SQLException {
        watch.runOnce();
        nanos.addAndGet(DatabaseWatch.SILENCE_MAX.toNanos());
        assertThat(health.reasons()).isEmpty();

        nanos.incrementAndGet();

        assertThat(health.reasons()).extracting(Reason::name).containsExactly("database");
    }

    @Test
    void aDatabaseThatIsAwayIsNotedAtOnce() throws SQLException {
        var database = new Database(DB.url());
        var away = watching(database);
        away.runOnce();
        database.close();

        assertThatThrownBy(away::runOnce).isInstanceOf(SQLException.class);

        assertThat(new Health(away.conditions()).reasons())
                .extracting(Reason::name)
                .containsExactly("database");
    }

    @Test
    void aDayWithoutTablesIsNotedTheDayBefore() throws SQLException {
        clock.advance(Duration.ofDays(30));

        watch.runOnce();

        assertThat(health.reasons())
                .containsExactly(new Reason("partitions", "The tables for tomorrow do not exist."));
    }

    /// A server in recovery takes long to create. The check calls a function, which a schema before
    /// PostgreSQL's own can replace.
    @Test
    void aStandbyIsNoted() throws SQLException {
        DB.execute("CREATE SCHEMA promoted_elsewhere");
        DB.execute(
                """
                CREATE FUNCTION promoted_elsewhere.pg_is_in_recovery() RETURNS boolean
                LANGUAGE sql AS 'SELECT true'
                """);
        var url = DB.url();
        var schemas = "currentSchema=promoted_elsewhere,pg_catalog,public";
        var jdbcUrl = url.jdbcUrl() + (url.jdbcUrl().contains("?") ? "&" : "?") + schemas;
        try (var database = new Database(new DatabaseUrl(jdbcUrl, url.user(), url.password()))) {
            var standby = watching(database);

            standby.runOnce();

            assertThat(new Health(standby.conditions()).reasons())
                    .containsExactly(new Reason("primary", "The database is a standby."));
        }
    }
}

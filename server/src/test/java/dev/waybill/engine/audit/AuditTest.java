package dev.waybill.engine.audit;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Ids;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AuditTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final JsonMapper JSON = new JsonMapper();
    private static final UUID AFTER_ALL = new UUID(-1, -1);
    private static final Actor ACT = new Actor("key_1", "203.0.113.7", "req_1");

    private final ManualClock clock = new ManualClock();
    private final Ids ids = new Ids(clock, new SplittableRandom(1));
    private final Audit audit = new Audit(DB.database(), clock, ids);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void whatWasRecordedIsReadAgain() {
        var deed =
                AuditEntry.with("thing.updated", "thing_1", Apps.DEFAULT, Mode.LIVE)
                        .from(JSON.createObjectNode().put("size", 1))
                        .to(JSON.createObjectNode().put("size", 2))
                        .because("it grew");

        audit.record(ACT, deed);

        var entry = page(all(Mode.LIVE)).getFirst();
        assertThat(entry.at()).isEqualTo(NOON);
        assertThat(entry.actor()).isEqualTo(ACT);
        assertThat(entry.entry()).isEqualTo(deed);
    }

    @Test
    void aRecordGoesTheWayOfItsTransaction() {
        DB.database()
                .interactive()
                .useTransaction(tx -> {
                    audit.record(tx, ACT, deed("thing.created", "thing_1"));
                    tx.rollback();
                });

        assertThat(page(all(Mode.LIVE))).isEmpty();
    }

    /// Also if it would match no row.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit SET actor = 'somebody else'",
                "DELETE FROM audit",
                "DELETE FROM audit WHERE false",
                "TRUNCATE audit",
                "INSERT INTO audit (id, at, actor, source, action, object_id)"
                        + " SELECT id, at, actor, source, action, object_id FROM audit"
                        + " ON CONFLICT (id) DO UPDATE SET actor = 'somebody else'"
            })
    void theDatabaseRefusesToChangeIt(String statement) {
        audit.record(ACT, deed("thing.created", "thing_1"));

        assertThatThrownBy(() -> DB.execute(statement)).hasMessageContaining("append-only");

        assertThat(page(all(Mode.LIVE)))
                .extracting(entry -> entry.actor().id())
                .containsExactly("key_1");
    }

    @Test
    void retentionLetsTheOldestGoAndNothingYoungerThanAMonth() {
        audit.record(ACT, deed("thing.created", "thing_1"));
        clock.advance(Duration.ofDays(10));
        audit.record(ACT, deed("thing.created", "thing_2"));
        clock.advance(Duration.ofDays(25));

        assertThat(audit.forget(Duration.ofDays(31))).isOne();
        assertThat(audit.forget(Duration.ofDays(31))).isZero();

        assertThat(page(all(Mode.LIVE)))
                .extracting(entry -> entry.entry().objectId())
                .containsExactly("thing_2");
        DB.execute(
                "INSERT INTO audit (id, at, actor, source, action, object_id)"
                        + " VALUES (gen_random_uuid(), now() - interval '1 day', 'x', 'x', 'a.b',"
                        + " 'c')");
        clock.set(Instant.now());
        assertThatThrownBy(() -> audit.forget(Duration.ZERO)).hasMessageContaining("too young");
    }

    @Test
    void linesAreFoundByWhatIsAsked() {
        audit.record(ACT, deed("thing.created", "thing_1"));
        clock.advance(Duration.ofMinutes(1));
        audit.record(Actor.ITSELF, deed("thing.updated", "thing_1"));
        audit.record(ACT, deed("thing_part.created", "part_1"));
        audit.record(ACT, AuditEntry.with("thing.created", "thing_2", null, Mode.TEST));
        audit.record(ACT, AuditEntry.with("rule.created", "rule_1", null, null));

        assertThat(actions(all(Mode.LIVE)))
                .containsExactly(
                        "rule.created", "thing_part.created", "thing.updated", "thing.created");
        assertThat(actions(all(Mode.TEST))).containsExactly("rule.created", "thing.created");
        assertThat(actions(by("waybill", null, null))).containsExactly("thing.updated");
        assertThat(actions(by(null, "thing.*", null)))
                .containsExactly("thing.updated", "thing.created");
        assertThat(actions(by(null, "thing.created", null))).containsExactly("thing.created");
        assertThat(actions(by(null, "thing", null))).isEmpty();
        assertThat(actions(by(null, null, "part_1"))).containsExactly("thing_part.created");
        assertThat(actions(within(NOON.plusSeconds(60), null))).hasSize(3);
        assertThat(actions(within(null, NOON.plusSeconds(60)))).containsExactly("thing.created");
        assertThat(actions(of(Apps.DEFAULT))).hasSize(3);
        assertThat(actions(of(Apps.PLATFORM))).isEmpty();
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() {
        for (int i = 0; i < 5; i++) {
            audit.record(ACT, deed("thing.created", "thing_" + i));
        }

        var first = audit.page(all(Mode.LIVE), AFTER_ALL, 3);
        var second = audit.page(all(Mode.LIVE), first.getLast().id(), 3);

        assertThat(first)
                .extracting(entry -> entry.entry().objectId())
                .containsExactly("thing_4", "thing_3", "thing_2");
        assertThat(second)
                .extracting(entry -> entry.entry().objectId())
                .containsExactly("thing_1", "thing_0");
    }

    private static AuditEntry deed(String action, String objectId) {
        return AuditEntry.with(action, objectId, Apps.DEFAULT, Mode.LIVE);
    }

    private List<String> actions(AuditFilter filter) {
        return page(filter).stream().map(entry -> entry.entry().action()).toList();
    }

    private List<AuditRecord> page(AuditFilter filter) {
        return audit.page(filter, AFTER_ALL, 100);
    }

    private static AuditFilter all(Mode mode) {
        return new AuditFilter(mode, null, null, null, null, null, null);
    }

    private static AuditFilter by(
            @Nullable String actor, @Nullable String action, @Nullable String objectId) {
        return new AuditFilter(Mode.LIVE, null, actor, action, objectId, null, null);
    }

    private static AuditFilter of(UUID appId) {
        return new AuditFilter(Mode.LIVE, appId, null, null, null, null, null);
    }

    private static AuditFilter within(@Nullable Instant since, @Nullable Instant until) {
        return new AuditFilter(Mode.LIVE, null, null, null, null, since, until);
    }
}

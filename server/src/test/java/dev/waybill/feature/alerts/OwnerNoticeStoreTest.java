package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnerNoticeStoreTest {

    private static final String OWNER = "a@customer.example";

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final OwnerNoticeStore store = new OwnerNoticeStore(fixtures.ids());

    @AfterEach
    void clear() {
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void aNoticeThatIsAddedWhileAMailIsWrittenWaitsForTheNext() {
        insert();
        var mail = fixtures.ids().next();
        DB.database()
                .interactive()
                .useTransaction(tx -> {
                    var locked = store.lock(tx, OWNER);
                    insert();
                    store.sent(tx, locked, mail);
                });

        assertThat(unsent()).isOne();
    }

    /// Another process that looked at the same time waits for the lock, and must not send again.
    @Test
    void noticesThatAreInAMailAreNotLockedAgain() {
        insert();
        var mail = fixtures.ids().next();
        DB.database()
                .interactive()
                .useTransaction(tx -> {
                    assertThat(store.next(tx, due())).contains(OWNER);
                    store.sent(tx, store.lock(tx, OWNER), mail);
                });

        DB.database()
                .interactive()
                .useTransaction(tx -> {
                    assertThat(store.lock(tx, OWNER)).isEmpty();
                    assertThat(store.next(tx, due())).isEmpty();
                });
    }

    private Instant due() {
        return clock.instant().plus(OwnerDigest.WAIT);
    }

    private void insert() {
        var alert = fixtures.ids().next();
        DB.execute(
                """
                INSERT INTO alert (
                    id, rule, severity, summary, started_at, fired_at, resolved_at, updated_at)
                VALUES (?, 'service.stalled', 'warning', '', now(), now(), now(), now())
                """,
                alert);
        var notice = new OwnerNotice(Apps.DEFAULT, OWNER, alert, OwnerNews.FIRST);
        DB.database().interactive().useTransaction(tx -> store.insert(tx, notice, clock.instant()));
    }

    private int unsent() {
        return DB.database().interactive().inTransaction(tx -> store.lock(tx, OWNER).size());
    }
}

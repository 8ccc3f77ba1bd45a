package dev.waybill.engine.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.keys.KeyRegister;
import dev.waybill.feature.keys.KeyRegister.Draft;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.Savepoint;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two processes on one database: one makes changes, and the other learns of them.
class AccessCacheTest {

    private static final TestDatabase DB = TestDatabase.create();

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final AccessCache here = new AccessCache(DB.database());
    private final AccessCache elsewhere = new AccessCache(DB.database());
    private final AppRegister apps =
            new AppRegister(
                    DB.database(),
                    here,
                    fixtures.trail("app"),
                    fixtures.trail("api_key"),
                    clock,
                    fixtures.ids());
    private final KeyRegister keys =
            new KeyRegister(
                    DB.database(),
                    here,
                    fixtures.trail("api_key"),
                    clock,
                    fixtures.ids(),
                    new SplittableRandom(7));

    @AfterAll
    static void drop() {
        DB.close();
    }

    @BeforeEach
    void start() throws SQLException {
        here.refresh();
        elsewhere.refresh();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    @Test
    void theAppsOfTheBeginningAreKnownByUidAndId() {
        assertThat(here.known("default")).contains(Apps.DEFAULT);
        assertThat(here.known(IdKind.APP.format(Apps.PLATFORM))).contains(Apps.PLATFORM);
        assertThat(here.known("acme")).isEmpty();
        assertThat(here.uid(Apps.PLATFORM)).isEqualTo("platform");
    }

    @Test
    void aNewAppIsFoundByOthersWhoLook() throws SQLException {
        var id = app("acme");

        assertThat(here.known("acme")).contains(id);
        assertThat(elsewhere.known("acme")).isEmpty();
        assertThat(elsewhere.find("acme")).contains(id);
    }

    @Test
    void aUidMayPassToAnotherApp() throws SQLException {
        var first = app("acme");
        apps.change(first, "acme-old", null, Fixtures.ACT);
        var second = app("acme");

        elsewhere.refresh();

        assertThat(elsewhere.known("acme")).contains(second);
        assertThat(elsewhere.known("acme-old")).contains(first);
    }

    @Test
    void aDeletedAppIsNotFoundButStillHasAName() throws SQLException {
        var id = app("acme");
        elsewhere.refresh();
        var key = key(Role.APP, id);

        assertThat(apps.delete(id, Fixtures.ACT)).isEqualTo(AppRegister.Deletion.DELETED);
        elsewhere.refresh();

        assertThat(elsewhere.known("acme")).isEmpty();
        assertThat(elsewhere.known(IdKind.APP.format(id))).isEmpty();
        assertThat(elsewhere.uid(id)).isEqualTo("acme");
        assertThat(here.key(KeyHash.of(key))).isNull();
        assertThat(elsewhere.key(KeyHash.of(key))).isNull();
    }

    @Test
    void aRevokedKeyIsForgottenHereAtOnceAndElsewhereByTheNextLook() throws SQLException {
        var text = key(Role.VIEWER, null);
        elsewhere.refresh();
        var known = requireNonNull(elsewhere.key(KeyHash.of(text)));

        keys.revoke(known.key().id(), Fixtures.ACT);

        assertThat(here.key(KeyHash.of(text))).isNull();
        assertThat(elsewhere.key(KeyHash.of(text))).isNotNull();
        elsewhere.refresh();
        assertThat(elsewhere.key(KeyHash.of(text))).isNull();
        var later = new AccessCache(DB.database());
        later.refresh();
        assertThat(later.key(KeyHash.of(text))).isNull();
    }

    /// As many changes as were lost bring back the number that is in memory.
    @Test
    void whatADatabaseThatWentBackHasLostIsForgottenByAll() throws SQLException {
        var kept = app("kept");
        var keptKey = key(Role.APP, kept);
        var before = Savepoint.of(DB);
        app("lost");
        var lostKey = key(Role.ADMIN, null);
        var revoked = requireNonNull(here.key(KeyHash.of(keptKey))).key().id();
        keys.revoke(revoked, Fixtures.ACT);
        elsewhere.refresh();
        long number = DB.number("SELECT version FROM access");

        before.restore();
        var apps = List.of(app("first"), app("second"), app("third"));
        assertThat(DB.number("SELECT version FROM access")).isEqualTo(number);
        elsewhere.refresh();

        for (var directory : List.of(here, elsewhere)) {
            assertThat(directory.known("lost")).isEmpty();
            assertThat(directory.key(KeyHash.of(lostKey))).isNull();
            assertThat(directory.key(KeyHash.of(keptKey))).isNotNull();
            assertThat(directory.known("kept")).contains(kept);
            assertThat(directory.known("third")).contains(apps.getLast());
        }
    }

    @Test
    void usesAreWrittenTogetherAndOnce() throws SQLException {
        var used = requireNonNull(here.key(KeyHash.of(key(Role.PRODUCER, null))));
        key(Role.VIEWER, null);

        used.used(clock.instant());

        assertThat(here.writeUses()).isOne();
        assertThat(here.writeUses()).isZero();
        assertThat(keys.find(used.key().id()).orElseThrow().lastUsedAt())
                .isEqualTo(clock.instant());
        assertThat(DB.number("SELECT count(last_used_at) FROM api_key")).isOne();
        clock.advance(Duration.ofMinutes(1));
        used.used(clock.instant());
        assertThat(here.writeUses()).isOne();
    }

    @Test
    void theFirstAdminKeyIsMadeOnce() throws SQLException {
        assertThat(keys.makeFirst()).isPresent();
        assertThat(keys.makeFirst()).isEmpty();
        assertThat(DB.rows("SELECT action, actor FROM audit"))
                .containsExactly("api_key.created waybill");
    }

    @Test
    void nothingOfAKeyIsStored() throws SQLException {
        var text = key(Role.ADMIN, null);

        assertThat(DB.rows("SELECT api_key::text FROM api_key").toString())
                .doesNotContain(text.substring("wb_live_".length(), "wb_live_".length() + 8));
    }

    private UUID app(String uid) throws SQLException {
        if (apps.create(uid, uid, Mode.LIVE, null, Fixtures.ACT)
                instanceof AppRegister.Creation.Created(var app)) {
            return app.id();
        }
        throw new AssertionError(uid);
    }

    private String key(Role role, @Nullable UUID app) throws SQLException {
        var draft = new Draft(role, app, Mode.LIVE, "", null);
        if (keys.create(draft, Mode.LIVE, null, Fixtures.ACT)
                instanceof KeyRegister.Creation.Created(_, var text)) {
            return text;
        }
        throw new AssertionError(role);
    }
}

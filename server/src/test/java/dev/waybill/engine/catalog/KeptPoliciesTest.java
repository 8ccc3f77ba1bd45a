package dev.waybill.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.retry.PolicySpec;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.feature.retrypolicies.Policies;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.Savepoint;
import dev.waybill.testing.TestDatabase;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class KeptPoliciesTest {

    private static final TestDatabase DB = TestDatabase.create();

    // Shared by the tests, as the database is: each would make the same ids again.
    private static final ManualClock clock = new ManualClock();
    private static final Fixtures fixtures = new Fixtures(DB, clock);
    private static final Policies policies =
            new Policies(DB.database(), fixtures.trail("retry_policy"), clock);
    private final KeptPolicies kept = new KeptPolicies();

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void aKeyIsFetchedOnce() throws Exception {
        var spec = spec(null, 3);
        policies.keep(spec);
        var key = PolicyJson.inlineKey(spec);
        try (var connection = DB.database().engine()) {
            assertThat(kept.of(connection, Set.of(key, "live")))
                    .containsEntry(key, spec.policy(key))
                    .containsEntry("live", RetryPolicies.LIVE);
        }

        // A connection that is closed answers nothing: it was not asked.
        var closed = DB.database().engine();
        closed.close();
        assertThat(kept.of(closed, Set.of(key, "live", "brief"))).hasSize(3);
    }

    @Test
    void aRevisionOutlivesChangeAndDeletion() throws Exception {
        create("mine", spec("mine", 2));
        var first = revision("mine");
        policies.change("mine", Fixtures.ACT, draft(spec("mine", 5)));
        var second = revision("mine");
        policies.delete("mine", Fixtures.ACT);
        create("mine", spec("mine", 7));
        var third = revision("mine");

        try (var connection = DB.database().engine()) {
            var found = kept.of(connection, Set.of(first, second, third));

            assertThat(found.get(first)).isEqualTo(spec("mine", 2).policy(first));
            assertThat(found.get(second)).isEqualTo(spec("mine", 5).policy(second));
            assertThat(found.get(third)).isEqualTo(spec("mine", 7).policy(third));
        }
    }

    /// Both revisions are the second of their policy. A process that remembers the lost one must
    /// not take the other for it.
    @Test
    void aRevisionThatTheDatabaseLostIsNotMistakenForAnother() throws Exception {
        create("fickle", spec("fickle", 2));
        var before = Savepoint.of(DB);
        policies.change("fickle", Fixtures.ACT, draft(spec("fickle", 5)));
        var lost = revision("fickle");
        try (var connection = DB.database().engine()) {
            assertThat(kept.of(connection, Set.of(lost)))
                    .containsEntry(lost, spec("fickle", 5).policy(lost));
        }

        before.restore();
        policies.change("fickle", Fixtures.ACT, draft(spec("fickle", 7)));

        var now = revision("fickle");
        try (var connection = DB.database().engine()) {
            assertThat(kept.of(connection, Set.of(now)))
                    .containsEntry(now, spec("fickle", 7).policy(now));
        }
    }

    @Test
    void anUnknownKeyDoesNotHoldUpTheOthers() throws Exception {
        try (var connection = DB.database().engine()) {
            assertThat(kept.of(connection, Set.of("from-the-future@9")).values())
                    .containsExactly(RetryPolicies.LIVE);
        }
    }

    private void create(String name, PolicySpec spec) {
        var creation =
                policies.create(
                        name,
                        new Policies.Draft("{}", spec),
                        Apps.DEFAULT,
                        Mode.LIVE,
                        null,
                        Fixtures.ACT);
        assertThat(creation).isInstanceOf(Policies.Creation.Created.class);
    }

    private static Function<CustomPolicy, Optional<Policies.Draft>> draft(PolicySpec spec) {
        return _ -> Optional.of(new Policies.Draft("{}", spec));
    }

    private static String revision(String name) {
        return DB.rows("SELECT revision FROM retry_policy WHERE name = '" + name + "'").getFirst();
    }

    private static PolicySpec spec(@Nullable String name, int seconds) {
        var named = name == null ? "" : "\"name\":\"" + name + "\",";
        return PolicyJson.read(
                "{%s\"kind\":\"list\",\"waits_seconds\":[%d]}".formatted(named, seconds));
    }
}

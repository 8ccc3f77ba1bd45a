package dev.waybill.feature.users;

import dev.waybill.engine.access.KeyHash;
import dev.waybill.feature.users.SignInFailureStore.Failures;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.net.Network;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Delays guessing of passwords, by name and by client address. It is kept in the database: behind
/// a balancer each process would allow its own share of guesses, and a restart would forget them
/// all.
final class SignInThrottle {

    /// Bounds one pass, so that a flood of names does not become one long transaction.
    static final int FORGOTTEN_PER_PASS_MAX = 1_000;

    private final Database database;
    private final InstantSource clock;
    private final SignInFailureStore store = new SignInFailureStore();

    SignInThrottle(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// The time to wait before an attempt; empty if the attempt may be made now. It counts as
    /// failed until [#succeeded] is called, so that concurrent attempts are not all counted as the
    /// first.
    Optional<Duration> begin(String name, String source) {
        // An attempt that must wait writes nothing, even if it is repeated.
        var refused = database.interactive().withHandle(handle -> wait(handle, name, source));
        return refused.isPositive()
                ? Optional.of(refused)
                : database.interactive().inTransaction(tx -> count(tx, name, source));
    }

    private Duration wait(Handle handle, String name, String source) {
        var now = clock.instant();
        return longer(
                store.find(handle, ofSource(source))
                        .map(failed -> wait(SignInRule.SOURCE, failed, now)),
                store.find(handle, ofName(name)).map(failed -> wait(SignInRule.NAME, failed, now)));
    }

    private Optional<Duration> count(Handle tx, String name, String source) {
        var now = clock.instant();
        // In a fixed order, to avoid deadlocks.
        var bySource = lock(tx, ofSource(source), now);
        var byName = lock(tx, ofName(name), now);
        var longer =
                longer(
                        bySource.map(failed -> wait(SignInRule.SOURCE, failed, now)),
                        byName.map(failed -> wait(SignInRule.NAME, failed, now)));
        if (longer.isPositive()) {
            return Optional.of(longer);
        }
        var forgotten = now.minus(SignInRule.FORGOTTEN_AFTER);
        store.count(tx, ofSource(source), now, forgotten);
        store.count(tx, ofName(name), now, forgotten);
        return Optional.empty();
    }

    private Optional<Failures> lock(Handle tx, KeyHash subject, Instant now) {
        store.ensure(tx, subject, now);
        return store.lock(tx, subject);
    }

    private static Duration wait(SignInRule rule, Failures failed, Instant now) {
        return rule.waitAt(now, failed.count(), failed.lastAt());
    }

    private static Duration longer(Optional<Duration> one, Optional<Duration> other) {
        var first = one.orElse(Duration.ZERO);
        var second = other.orElse(Duration.ZERO);
        return first.compareTo(second) > 0 ? first : second;
    }

    /// Clears the failures of the name. The address only loses this one: a user with an account
    /// must not be able to clear it by signing in between two guesses.
    void succeeded(Handle tx, String name, String source) {
        store.takeBack(tx, ofSource(source));
        store.clear(tx, ofName(name));
    }

    /// Deletes failures that no longer count; true if there may be more.
    int forget() {
        var forgotten = clock.instant().minus(SignInRule.FORGOTTEN_AFTER);
        return database.interactive()
                .withHandle(handle -> store.forget(handle, forgotten, FORGOTTEN_PER_PASS_MAX));
    }

    private static KeyHash ofName(String name) {
        return KeyHash.of("name " + Users.keyOf(name));
    }

    private static KeyHash ofSource(String source) {
        return KeyHash.of("source " + Network.of(source));
    }
}

package dev.waybill.access;

import dev.waybill.db.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Makes whoever guesses passwords wait, by the name they guess for and by where they come from. It
/// is kept in the database: behind a balancer each process would allow its own share of guesses,
/// and a restart would forget them all.
final class SignInThrottle {

    private final Database database;
    private final InstantSource clock;
    private final SignInFailureStore store = new SignInFailureStore();

    SignInThrottle(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// How long to wait before trying; empty if this is a try. It counts as failed until
    /// [#succeeded] says otherwise, so that many at once are not all the first.
    Optional<Duration> begin(String name, String source) {
        return database.desk()
                .inTransaction(tx -> {
                    var now = clock.instant();
                    // In one order, so that two who try the other way round do not lock each
                    // other out.
                    var bySource = wait(tx, SignInRule.SOURCE, ofSource(source), now);
                    var byName = wait(tx, SignInRule.NAME, ofName(name), now);
                    var longer = bySource.compareTo(byName) > 0 ? bySource : byName;
                    if (longer.isPositive()) {
                        return Optional.of(longer);
                    }
                    var forgotten = now.minus(SignInRule.FORGOTTEN_AFTER);
                    store.count(tx, ofSource(source), now, forgotten);
                    store.count(tx, ofName(name), now, forgotten);
                    return Optional.empty();
                });
    }

    private Duration wait(Handle tx, SignInRule rule, KeyHash subject, Instant now) {
        store.ensure(tx, subject, now);
        return store.lock(tx, subject)
                .map(failed -> rule.waitAt(now, failed.count(), failed.lastAt()))
                .orElse(Duration.ZERO);
    }

    /// The name starts anew. The address only loses this one: whoever has an account of their own
    /// must not clear it by signing in between two guesses.
    void succeeded(Handle tx, String name, String source) {
        store.takeBack(tx, ofSource(source));
        store.clear(tx, ofName(name), clock.instant().minus(SignInRule.FORGOTTEN_AFTER));
    }

    private static KeyHash ofName(String name) {
        return KeyHash.of("name " + People.keyOf(name));
    }

    private static KeyHash ofSource(String source) {
        return KeyHash.of("source " + source.toLowerCase(Locale.ROOT));
    }
}

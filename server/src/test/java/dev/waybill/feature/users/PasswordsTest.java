package dev.waybill.feature.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Role;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.feature.users.Passwords.Result;
import dev.waybill.infra.db.Database;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.LogLines;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Passwords on a real database.
class PasswordsTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final String PASSWORD = "WaybillMarker pass word";
    private static final String SOURCE = "192.0.2.7";

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final SecureRandom random = new SecureRandom();
    private final Sessions sessions =
            new Sessions(
                    DB.database(),
                    null,
                    new Audit(DB.database(), clock, fixtures.ids()),
                    clock,
                    random);
    private final Passwords passwords =
            new Passwords(DB.database(), sessions, fixtures.trail("user"), clock, random);
    private final Users users =
            new Users(DB.database(), sessions, fixtures.trail("user"), clock, fixtures.ids());

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    private Result signIn(String name, String password) throws InterruptedException {
        return passwords.signIn(name, password, SOURCE, _ -> Actor.ITSELF);
    }

    @Test
    void aHashOfOldTimesIsRenewedWhenItsOwnerComes() throws InterruptedException {
        var old = PasswordHash.of(PASSWORD, 1_000, random);
        users.create("old", Role.VIEWER, old, Actor.ITSELF);

        assertThat(signIn("OLD", PASSWORD)).isInstanceOf(Result.Right.class);

        var kept = DB.rows("SELECT password FROM user_account WHERE name = 'old'").getFirst();
        assertThat(PasswordHash.isCurrent(kept)).isTrue();
        assertThat(signIn("old", PASSWORD)).isInstanceOf(Result.Right.class);
    }

    @Test
    void manyGuessesAtOnceAreNotAllTheFirst() throws Exception {
        var guesses = new ArrayList<Callable<Result>>();
        for (int i = 0; i < HashQueue.PLACES; i++) {
            var guess = "guess number " + i;
            guesses.add(() -> signIn("guessed", guess));
        }

        var results = new ArrayList<Result>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var future : threads.invokeAll(guesses)) {
                results.add(future.get());
            }
        }

        assertThat(results.stream().filter(Result.Wrong.class::isInstance)).hasSize(5);
        assertThat(results.stream().filter(Result.Wait.class::isInstance))
                .hasSize(HashQueue.PLACES - 5);
    }

    @Test
    void whoHasWaitedMayTryAndWhoSucceedsStartsAnew() throws InterruptedException {
        users.create("patient", Role.VIEWER, PasswordHash.of(PASSWORD, random), Actor.ITSELF);
        for (int i = 0; i < 5; i++) {
            assertThat(signIn("patient", "wrong")).isInstanceOf(Result.Wrong.class);
        }
        assertThat(signIn("patient", PASSWORD)).isInstanceOf(Result.Wait.class);

        clock.advance(Duration.ofSeconds(1));

        assertThat(signIn("patient", PASSWORD)).isInstanceOf(Result.Right.class);
        assertThat(signIn("patient", "wrong")).isInstanceOf(Result.Wrong.class);
        assertThat(signIn("patient", PASSWORD)).isInstanceOf(Result.Right.class);
    }

    @Test
    void aCrowdBeyondTheQueueIsRefusedBeforeTheDatabaseIsAsked() throws Exception {
        var closed = new Database(DB.url());
        closed.close();
        var queue = new HashQueue();
        var crowded = new Passwords(closed, sessions, fixtures.trail("user"), clock, random, queue);
        for (int i = 0; i < HashQueue.PLACES; i++) {
            assertThat(queue.tryEnter()).isNotNull();
        }

        assertThat(crowded.signIn("any", "any", SOURCE, _ -> Actor.ITSELF))
                .isInstanceOf(Result.Busy.class);
        assertThat(crowded.hash("any")).isNull();
    }

    @Test
    void aFailedSignInIsLoggedOnceAMinuteWithoutTheNameThatWasTyped() throws InterruptedException {
        users.create("known", Role.VIEWER, PasswordHash.of(PASSWORD, random), Actor.ITSELF);
        try (var log = LogLines.of(FailedSignIns.class)) {
            signIn("WaybillMarker typed as a name", "wrong");
            signIn("WaybillMarker typed again", "wrong");
            assertThat(log.lines())
                    .containsExactly("WARN a sign-in failed, source=192.0.2.7 user=unknown");

            signIn("known", "wrong");
            assertThat(log.lines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .matches("WARN a sign-in failed, source=192.0.2.7 user=usr_[0-9a-z]{26}");

            clock.advance(FailedSignIns.AGAIN_AFTER);
            signIn("known", "wrong");
            assertThat(log.lines()).hasSize(3);
        }
    }
}

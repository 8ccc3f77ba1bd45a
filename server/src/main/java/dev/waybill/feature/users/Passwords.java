package dev.waybill.feature.users;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.schedule.JobResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Signs people in by their passwords and lets them choose others. Whether a name is known cannot
/// be told from the answer, nor from how long it takes: something is hashed in any case.
public final class Passwords {

    /// How often [#forgetFailures] should run.
    public static final Duration FORGET_PERIOD = Duration.ofMinutes(5);

    private final Database database;
    private final Sessions sessions;
    private final AuditTrail<User> trail;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final SignInThrottle throttle;
    private final UserStore store = new UserStore();
    private final HashQueue queue;
    private final FailedSignIns failed;

    /// Stands for the password of who has none.
    private final String nobodys;

    /// Salts are made of what `random` gives.
    public Passwords(
            Database database,
            Sessions sessions,
            AuditTrail<User> trail,
            InstantSource clock,
            RandomGenerator random) {
        this(database, sessions, trail, clock, random, new HashQueue());
    }

    Passwords(
            Database database,
            Sessions sessions,
            AuditTrail<User> trail,
            InstantSource clock,
            RandomGenerator random,
            HashQueue queue) {
        this.database = database;
        this.sessions = sessions;
        this.trail = trail;
        this.clock = clock;
        this.random = random;
        this.throttle = new SignInThrottle(database, clock);
        this.queue = queue;
        this.failed = new FailedSignIns(clock);
        this.nobodys = PasswordHash.ofNobody(random);
    }

    /// What came of trying a password.
    public sealed interface Result {

        /// It is right.
        ///
        /// @param token of the session that was opened
        record Right(String token) implements Result {}

        /// Something is not: nobody is told what.
        record Wrong() implements Result {}

        /// Too many were wrong; this one was not looked at.
        record Wait(Duration left) implements Result {}

        /// Too many try at once: nothing was looked at, and nothing counted.
        record Busy() implements Result {}
    }

    /// Signs somebody in.
    ///
    /// @param acts what they do, once it is known who they are
    public Result signIn(String name, String password, String source, Function<UUID, Actor> acts)
            throws InterruptedException {
        try (var place = queue.tryEnter()) {
            return place == null ? new Result.Busy() : signIn(place, name, password, source, acts);
        }
    }

    private Result signIn(
            HashQueue.Place place,
            String name,
            String password,
            String source,
            Function<UUID, Actor> acts)
            throws InterruptedException {
        var wait = throttle.begin(name, source);
        if (wait.isPresent()) {
            return new Result.Wait(wait.get());
        }
        var found =
                database.interactive()
                        .withHandle(handle -> store.credential(handle, Users.keyOf(name)))
                        .orElse(null);
        var kept = found == null || found.password() == null ? nobodys : found.password();
        if (!matches(place, password, kept) || found == null || found.password() == null) {
            failed.log(source, found == null ? null : found.id());
            return new Result.Wrong();
        }
        var better = PasswordHash.isCurrent(kept) ? null : hash(place, password);
        var id = found.id();
        return database.interactive()
                .inTransaction(tx -> {
                    if (!store.signedIn(tx, id, now())) {
                        return new Result.Wrong();
                    }
                    throttle.succeeded(tx, name, source);
                    if (better != null) {
                        store.rehash(tx, id, kept, better);
                    }
                    return new Result.Right(
                            sessions.open(tx, Account.ofUser(id), Mode.LIVE, acts.apply(id)));
                });
    }

    /// The result of a change of a password.
    public sealed interface Changed {

        record Done() implements Changed {}

        record Invalid(List<Violation> violations) implements Changed {}

        /// The present password is not right.
        record Wrong() implements Changed {}

        /// The user was disabled or deleted meanwhile.
        record Gone() implements Changed {}

        /// Too many were wrong; this one was not checked.
        record Wait(Duration left) implements Changed {}

        /// Too many passwords are being hashed; nothing was checked.
        record Busy() implements Changed {}
    }

    /// Gives a user another password and ends all of their other sessions.
    ///
    /// @param violations those found when the command was read; with any, nothing is changed
    public Changed change(ChangePassword command, Violations violations, Actor actor)
            throws InterruptedException {
        PasswordRules.check(command.password(), command.again(), violations);
        if (!violations.isEmpty()) {
            return new Changed.Invalid(violations.all());
        }
        try (var place = queue.tryEnter()) {
            return place == null ? new Changed.Busy() : change(place, command, actor);
        }
    }

    private Changed change(HashQueue.Place place, ChangePassword command, Actor actor)
            throws InterruptedException {
        var user = command.user();
        var current = command.current();
        if (current != null) {
            var wait = throttle.begin(user.name(), command.source());
            if (wait.isPresent()) {
                return new Changed.Wait(wait.get());
            }
            if (!matches(place, current, kept(user))) {
                failed.log(command.source(), user.id());
                return new Changed.Wrong();
            }
        }
        var hash = hash(place, command.password());
        return database.interactive()
                .inTransaction(tx -> {
                    if (!store.setPassword(tx, user.id(), hash, now())) {
                        return new Changed.Gone();
                    }
                    if (current != null) {
                        throttle.succeeded(tx, user.name(), command.source());
                    }
                    trail.did(tx, actor, "password_changed", user, Users.named(user));
                    sessions.endOthers(tx, user.id(), command.token());
                    return new Changed.Done();
                });
    }

    private String kept(User user) {
        return database.interactive()
                .withHandle(handle -> store.credential(handle, Users.keyOf(user.name())))
                .map(UserStore.Credential::password)
                .orElse(nobodys);
    }

    /// What is kept of a password; null if too many are being hashed.
    public @Nullable String hash(String password) throws InterruptedException {
        try (var place = queue.tryEnter()) {
            return place == null ? null : hash(place, password);
        }
    }

    /// Deletes failures that no longer count, up to [SignInThrottle#FORGOTTEN_PER_PASS_MAX].
    public JobResult forgetFailures() {
        return JobResult.limited(throttle.forget(), SignInThrottle.FORGOTTEN_PER_PASS_MAX);
    }

    private String hash(HashQueue.Place place, String password) throws InterruptedException {
        return place.hash(() -> PasswordHash.of(password, random));
    }

    private static boolean matches(HashQueue.Place place, String password, String kept)
            throws InterruptedException {
        // What is longer than a password can be is none; hashing it would cost the more.
        var tried = PasswordHash.bytes(password) > PasswordRules.BYTES_MAX ? "" : password;
        return place.hash(() -> PasswordHash.matches(tried, kept));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

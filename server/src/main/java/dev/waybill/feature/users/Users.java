package dev.waybill.feature.users;

import dev.waybill.domain.access.Role;
import dev.waybill.domain.event.Ids;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.AuditTrail;
import dev.waybill.infra.db.Database;
import java.text.Normalizer;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Users of the dashboard, as admins manage them. A change that ends a user's rights ends their
/// sessions in the same transaction.
public final class Users {

    /// All users are shown on one page.
    public static final int COUNT_MAX = 500;

    public static final int NAME_LENGTH_MAX = 200;

    private final Database database;
    private final Sessions sessions;
    private final AuditTrail<User> trail;
    private final InstantSource clock;
    private final Ids ids;
    private final UserStore store = new UserStore();

    public Users(
            Database database,
            Sessions sessions,
            AuditTrail<User> trail,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.sessions = sessions;
        this.trail = trail;
        this.clock = clock;
        this.ids = ids;
    }

    /// The result of a create.
    public sealed interface Creation {

        /// A new user, and the code to choose a password; null if the user has one.
        record Created(User user, @Nullable String code) implements Creation {}

        /// Another user has this name.
        record Taken() implements Creation {}

        /// There are [#COUNT_MAX] already.
        record TooMany() implements Creation {}
    }

    /// Creates a user with a password, or with a link to choose one.
    ///
    /// @param hash of the password, see [Passwords#hash]
    public Creation create(String name, Role role, @Nullable String hash, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    if (store.count(tx) >= COUNT_MAX) {
                        return new Creation.TooMany();
                    }
                    var now = now();
                    var user = new User(ids.next(), name, role, hash != null, now, now, null, null);
                    if (!store.insert(tx, user, hash)) {
                        return new Creation.Taken();
                    }
                    trail.created(tx, actor, user);
                    var code = hash == null ? sessions.linkOf(tx, user.id()) : null;
                    return new Creation.Created(user, code);
                });
    }

    public Optional<User> find(UUID id) {
        return database.interactive().withHandle(handle -> store.find(handle, id));
    }

    /// By name.
    public List<User> all() {
        return database.interactive().withHandle(handle -> store.all(handle, COUNT_MAX));
    }

    public boolean any() {
        return database.interactive().withHandle(handle -> store.count(handle) > 0);
    }

    /// A code with which a user signs in once and chooses a new password. The old password is valid
    /// until then; older codes become void.
    public Optional<String> link(UUID id, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.lock(tx, id).filter(user -> user.disabledAt() == null);
                    return found.map(user -> {
                        trail.did(tx, actor, "link_made", user, named(user));
                        return sessions.linkOf(tx, id);
                    });
                });
    }

    public boolean changeRole(UUID id, Role role, Actor actor) {
        return change(id, actor, "updated", (user, now) -> user.with(role, now));
    }

    /// A disabled user is signed out everywhere, and no link of the user works.
    public boolean disable(UUID id, Actor actor) {
        return change(id, actor, "disabled", (user, now) -> user.disabled(now, now));
    }

    public boolean enable(UUID id, Actor actor) {
        return change(id, actor, "enabled", (user, now) -> user.disabled(null, now));
    }

    private boolean change(
            UUID id, Actor actor, String word, BiFunction<User, Instant, User> change) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.lock(tx, id);
                    found.ifPresent(before -> {
                        var after = change.apply(before, now());
                        boolean moot =
                                before.role() == after.role()
                                        && (before.disabledAt() == null)
                                                == (after.disabledAt() == null);
                        if (!moot) {
                            store.update(tx, after);
                            trail.changed(tx, actor, word, before, after, null);
                        }
                        if (after.disabledAt() != null) {
                            sessions.endAll(tx, id);
                        }
                    });
                    return found.isPresent();
                });
    }

    public boolean delete(UUID id, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    var found = store.lock(tx, id);
                    found.ifPresent(user -> {
                        store.delete(tx, id);
                        trail.deleted(tx, actor, user);
                    });
                    return found.isPresent();
                });
    }

    static ObjectNode named(User user) {
        return JsonNodeFactory.instance.objectNode().put("name", user.name());
    }

    /// The normalized form by which names are compared.
    static String keyOf(String name) {
        return Normalizer.normalize(name.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

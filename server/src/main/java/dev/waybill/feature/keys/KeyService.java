package dev.waybill.feature.keys;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.apps.NamedApps;
import dev.waybill.feature.keys.KeyRegister.Creation;
import dev.waybill.feature.keys.KeyRegister.Draft;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Creates, shows and revokes API keys: checks every rule, then makes the change. A caller in test
/// mode neither sees nor revokes keys of live mode.
public final class KeyService {

    private final KeyRegister register;
    private final NamedApps apps;
    private final InstantSource clock;

    public KeyService(KeyRegister register, NamedApps apps, InstantSource clock) {
        this.register = register;
        this.apps = apps;
        this.clock = clock;
    }

    /// The result of a create.
    public sealed interface Created {

        /// The key is new.
        ///
        /// @param text the key itself, which is stored nowhere and can be shown only now
        record Done(ApiKey key, String text) implements Created {

            /// Keeps the key out of logs and messages.
            @Override
            public String toString() {
                return "Done[]";
            }
        }

        /// The same request created it before, and its response showed the key.
        record Repeated(ApiKey key) implements Created {}

        record Invalid(List<Violation> violations) implements Created {}

        /// The caller acts in this mode only and asked for a key of the other.
        record OtherMode(Mode own) implements Created {}

        /// There are as many keys as there can be.
        record TooMany(int max) implements Created {}

        /// The Idempotency-Key was used for another request.
        record KeyReused() implements Created {}
    }

    /// Creates a key, or finds the one that the same request created before.
    ///
    /// @param violations those found when the command was read; with any, nothing is created
    public Created create(CreateKey command, Violations violations, Actor actor)
            throws SQLException {
        var caller = command.caller();
        KeyRules.check(command, clock.instant(), violations);
        var appId = boundApp(command, violations);
        var role = command.role();
        if (role == null || !violations.isEmpty()) {
            return new Created.Invalid(violations.all());
        }
        var mode = command.mode() == null ? caller.mode() : command.mode();
        // Test-mode keys are given to developers and build servers. A live key may create keys
        // of both modes.
        if (caller.mode() == Mode.TEST && !caller.mayActIn(mode)) {
            return new Created.OtherMode(caller.mode());
        }
        var draft = new Draft(role, appId, mode, command.name(), command.expiresAt());
        return switch (register.create(draft, caller.mode(), command.key(), actor)) {
            case Creation.Created(var key, var text) -> new Created.Done(key, text);
            case Creation.Repeated(var key) -> new Created.Repeated(key);
            case Creation.NoSuchApp _ ->
                    new Created.Invalid(
                            List.of(
                                    Violation.of(
                                            "app",
                                            Violation.Code.MISSING,
                                            "The app has just been deleted.")));
            case Creation.TooMany _ -> new Created.TooMany(KeyRegister.COUNT_MAX);
            case Creation.Clash _ -> new Created.KeyReused();
        };
    }

    /// The app that the key is bound to; null for a key of the platform.
    private @Nullable UUID boundApp(CreateKey command, Violations violations) {
        return command.role() == Role.APP
                ? apps.owner(command.app(), command.caller(), violations)
                : null;
    }

    /// The keys created before the one with this id, newest first.
    ///
    /// @param appId null for those of all apps and of the platform
    public List<ApiKey> page(@Nullable UUID appId, Caller caller, UUID before, int limit) {
        return register.page(appId, caller.mode() == Mode.TEST ? Mode.TEST : null, before, limit);
    }

    /// The key with this id, if the caller can see it.
    public Optional<ApiKey> find(String id, Caller caller) {
        return IdKind.KEY
                .parse(id)
                .flatMap(register::find)
                .filter(key -> caller.mode() == Mode.LIVE || key.mode() == Mode.TEST);
    }

    /// Revokes a key. Revoking it again changes nothing. Returns false if there is no such key.
    public boolean revoke(String id, Caller caller, Actor actor) throws SQLException {
        var found = find(id, caller);
        if (found.isEmpty()) {
            return false;
        }
        register.revoke(found.get().id(), actor);
        return true;
    }
}

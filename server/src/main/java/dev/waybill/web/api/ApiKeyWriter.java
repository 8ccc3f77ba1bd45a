package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.access.ApiKey;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.keys.KeyRegister;
import dev.waybill.feature.keys.KeyRegister.Creation;
import dev.waybill.feature.keys.KeyRegister.Draft;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Makes, shows and revokes keys for whoever asks, by the API or on a page. A caller of the test
/// mode neither sees nor makes keys of the live one.
public final class ApiKeyWriter {

    private static final int NAME_LENGTH_MAX = 200;

    private final KeyRegister keys;
    private final AppNames apps;
    private final InstantSource clock;

    public ApiKeyWriter(KeyRegister keys, AppNames apps, InstantSource clock) {
        this.keys = keys;
        this.apps = apps;
        this.clock = clock;
    }

    /// A key that was asked for.
    ///
    /// @param text null if it was made before: it is kept as a hash only, so nobody can show it
    public record Made(ApiKey key, @Nullable String text) {}

    public Made create(ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Actor act)
            throws SQLException {
        var draft = draft(new Fields(json, "name", "role", "app", "mode", "expires_at"), caller);
        return switch (keys.create(draft, caller.mode(), key, act)) {
            case Creation.Created(var made, var text) -> new Made(made, text);
            case Creation.Repeated(var made) -> new Made(made, null);
            case Creation.NoSuchApp _ ->
                    throw Problem.invalid("/app", "The app has just been deleted.");
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + KeyRegister.COUNT_MAX
                                    + " keys, which is as many as there can be. Revoke some.");
            case Creation.Clash _ -> throw CaptureText.keyReused();
        };
    }

    private Draft draft(Fields fields, Caller caller) {
        var role =
                fields.text("role", 16)
                        .flatMap(Role::of)
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/role",
                                        "role must be admin, operator, viewer, producer or app."));
        var app = fields.text("app", 64);
        if (role == Role.APP && app.isEmpty()) {
            throw Problem.invalid("/app", "A key of the role app is bound to one: say which.");
        }
        if (role != Role.APP && app.isPresent()) {
            throw Problem.invalid("/app", "Only a key of the role app is bound to an app.");
        }
        var mode =
                fields.text("mode", 16)
                        .map(word ->
                                Mode.of(word)
                                        .orElseThrow(() ->
                                                Problem.invalid(
                                                        "/mode", "mode must be live or test.")))
                        .orElse(caller.mode());
        if (caller.mode() == Mode.TEST) {
            Access.requireMode(caller, mode);
        }
        return new Draft(
                role,
                role == Role.APP ? apps.owner(app, caller) : null,
                mode,
                fields.text("name", NAME_LENGTH_MAX).orElse(""),
                expiresAt(fields));
    }

    private @Nullable Instant expiresAt(Fields fields) {
        var text = fields.text("expires_at", 64);
        if (text.isEmpty()) {
            return null;
        }
        var time =
                Timestamps.parse(text.get())
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/expires_at",
                                        "expires_at must be a time with an offset, such as"
                                                + " 2026-04-28T14:00:00Z."));
        if (!time.isAfter(clock.instant())) {
            throw Problem.invalid("/expires_at", "expires_at lies in the past.");
        }
        return time;
    }

    /// Those made before the one with this id, newest first.
    ///
    /// @param appId null for those of all apps and of the platform
    public List<ApiKey> page(@Nullable UUID appId, Caller caller, UUID before, int limit) {
        return keys.page(appId, caller.mode() == Mode.TEST ? Mode.TEST : null, before, limit);
    }

    public ApiKey known(String id, Caller caller) {
        return IdKind.KEY
                .parse(id)
                .flatMap(keys::find)
                .filter(key -> caller.mode() == Mode.LIVE || key.mode() == Mode.TEST)
                .orElseThrow(() ->
                        Problem.of(
                                ProblemType.NOT_FOUND,
                                "There is no key "
                                        + id
                                        + "; a key's id begins with "
                                        + IdKind.KEY.prefix()
                                        + "."));
    }

    public void revoke(String id, Caller caller, Actor act) throws SQLException {
        keys.revoke(known(id, caller).id(), act);
    }
}

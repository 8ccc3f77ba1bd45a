package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.engine.access.App;
import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.apps.AppRegister.Change;
import dev.waybill.feature.apps.AppRegister.Creation;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.text.CaptureText;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Makes, changes and deletes apps for whoever asks, by the API or on a page.
public final class AppWriter {

    private static final int NAME_LENGTH_MAX = 200;
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final AppRegister register;
    private final AppNames apps;

    public AppWriter(AppRegister register, AppNames apps) {
        this.register = register;
        this.apps = apps;
    }

    /// The app of this uid or id.
    public App known(String name, Caller caller) {
        return register.find(apps.named(name, caller)).orElseThrow(() -> notFound(name));
    }

    public App create(ObjectNode json, Caller caller, @Nullable IdempotencyKey key, Actor act)
            throws SQLException {
        var fields = new Fields(json, "uid", "name");
        var uid = uid(fields);
        var name =
                name(fields)
                        .or(() -> uid)
                        .orElseThrow(
                                () -> Problem.invalid("/name", "An app needs a name or a uid."));
        return switch (register.create(uid.orElse(null), name, caller.mode(), key, act)) {
            case Creation.Created(var app) -> app;
            case Creation.Repeated(var app) -> app;
            case Creation.Taken _ -> throw taken(uid.orElse(""));
            case Creation.TooMany _ ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "There are "
                                    + AppRegister.COUNT_MAX
                                    + " apps, which is as many as there can be.");
            case Creation.Clash _ -> throw CaptureText.keyReused();
        };
    }

    public App change(UUID id, ObjectNode json, Actor act) throws SQLException {
        var fields = new Fields(json, "uid", "name");
        var uid = uid(fields);
        return switch (register.change(id, uid.orElse(null), name(fields).orElse(null), act)) {
            case Change.Changed(var app) -> app;
            case Change.NoSuchApp _ -> throw notFound(IdKind.APP.format(id));
            case Change.Taken _ -> throw taken(uid.orElse(""));
            case Change.BuiltIn _ ->
                    throw Problem.at(
                            ProblemType.CONFLICT,
                            "/uid",
                            "This app exists from the start and keeps its uid.");
        };
    }

    public void delete(UUID id, Actor act) throws SQLException {
        switch (register.delete(id, act)) {
            case DELETED -> {
                // As was asked.
            }
            case UNKNOWN -> throw notFound(IdKind.APP.format(id));
            case IN_USE ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "The app still has endpoints, live or test. Delete them first.");
            case BUILT_IN ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            "This app exists from the start and cannot be deleted.");
        }
    }

    private static Optional<String> uid(Fields fields) {
        var uid = fields.text("uid", 64);
        // What begins like an id could be taken for another app's.
        if (uid.isPresent()
                && (!UID.matcher(uid.get()).matches()
                        || uid.get().startsWith(IdKind.APP.prefix()))) {
            throw Problem.invalid(
                    "/uid",
                    "uid must be 1 to 64 letters, digits, hyphens or underscores, and must not"
                            + " begin with "
                            + IdKind.APP.prefix()
                            + ".");
        }
        return uid;
    }

    private static Optional<String> name(Fields fields) {
        var name = fields.text("name", NAME_LENGTH_MAX);
        if (name.isPresent() && name.get().isBlank()) {
            throw Problem.invalid("/name", "name must not be empty.");
        }
        return name;
    }

    private static Problem taken(String uid) {
        return Problem.at(ProblemType.CONFLICT, "/uid", "There is an app " + uid + " already.");
    }

    private static Problem notFound(String name) {
        return Problem.of(ProblemType.NOT_FOUND, "There is no app " + name + ".");
    }
}

package dev.waybill.web.access;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.engine.access.KeyText;
import dev.waybill.engine.audit.Actor;
import dev.waybill.web.http.Admission.Admitted;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Reply;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.http.Trust;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Identifies the caller of a request by its key and checks that the key's role has the right that
/// the route requires, before the body is read. Costs one hash and a look-up in memory.
public final class Access {

    private static final String SCHEME = "Bearer ";

    /// The actor id of the admin key of the settings.
    private static final String SETTINGS_ACTOR = "admin";

    private final AccessCache accessCache;
    private final @Nullable KeyHash adminKey;
    private final KeyRates rates;
    private final InstantSource clock;

    /// Accepts the keys of the access cache, and the admin key of the settings.
    ///
    /// @param adminKey from the settings; it is kept in memory only
    public Access(
            AccessCache accessCache,
            @Nullable String adminKey,
            KeyRates rates,
            InstantSource clock) {
        this.accessCache = accessCache;
        this.adminKey = adminKey == null ? null : KeyHash.of(adminKey);
        this.rates = rates;
        this.clock = clock;
    }

    /// Handles a request of a known caller.
    @FunctionalInterface
    public interface Handler {
        Response handle(Request request, Caller caller) throws Exception;
    }

    /// The same for a handler that does not wait and answers later: see [Route.Handler.Prompt].
    @FunctionalInterface
    public interface PromptHandler {
        void handle(Request request, Caller caller, Reply reply);
    }

    public Route route(Right right, String method, String pattern, Handler handler) {
        return Route.guarded(
                method,
                pattern,
                head -> {
                    var caller = callerWith(right, head);
                    Route.Handler.Waiting waiting = request -> handler.handle(request, caller);
                    return new Admitted(Trust.IDENTIFIED, waiting);
                });
    }

    public Route promptRoute(Right right, String method, String pattern, PromptHandler handler) {
        return Route.guarded(
                method,
                pattern,
                head -> {
                    var caller = callerWith(right, head);
                    Route.Handler.Prompt prompt =
                            (request, reply) -> handler.handle(request, caller, reply);
                    return new Admitted(Trust.IDENTIFIED, prompt);
                });
    }

    private Caller callerWith(Right right, Request request) {
        var caller = caller(request);
        require(right, caller);
        return caller;
    }

    /// Refuses a caller without the permission or above the rate limit.
    public void require(Right right, Caller caller) {
        if (!caller.role().may(right)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "The role " + caller.role().code() + " does not have this permission.");
        }
        if (!caller.may(right)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "Live mode and test mode share this, and a test-mode key cannot change it."
                            + " Use a live-mode admin key.");
        }
        rates.admit(right, caller.actor());
    }

    private Caller caller(Request request) {
        var header = request.header("Authorization").orElse("");
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw unauthenticated("Send the API key in the header Authorization: Bearer <key>.");
        }
        var caller = holder(header.substring(SCHEME.length()).strip());
        return mode(request).map(mode -> caller.in(requireMode(caller, mode))).orElse(caller);
    }

    /// The named mode, if the key acts in it.
    public static Mode requireMode(Caller caller, Mode named) {
        if (!caller.mayActIn(named)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "This key acts in " + caller.mode().code() + " mode only.");
        }
        return named;
    }

    /// The caller as the audit log names them, with the address and the id of their request.
    public static Actor actor(Caller caller, Request request) {
        return new Actor(caller.actor(), request.source(), request.id());
    }

    /// The caller of a key, in the key's mode.
    public Caller holder(String text) {
        var hash = KeyHash.of(text);
        if (adminKey != null && hash.equals(adminKey)) {
            return settingsAdmin(Mode.LIVE);
        }
        var known = accessCache.key(hash);
        if (known == null) {
            throw unauthenticated(
                    KeyText.isWhole(text)
                            ? "This API key is not known, or was revoked."
                            : "This is not an API key: something is missing or mistyped.");
        }
        var key = known.key();
        var now = clock.instant();
        if (key.expiredAt(now)) {
            throw unauthenticated("This API key has expired.");
        }
        known.used(now);
        return new Caller(IdKind.KEY.format(key.id()), key.role(), key.appId(), key.mode(), false);
    }

    /// A user who signed in with a password, in either mode.
    public static Caller user(UUID id, Role role, Mode mode) {
        return new Caller(IdKind.USER.format(id), role, null, mode, true);
    }

    /// The holder of the admin key of the settings.
    public static Caller settingsAdmin(Mode mode) {
        return new Caller(SETTINGS_ACTOR, Role.ADMIN, null, mode, true);
    }

    private static Problem unauthenticated(String detail) {
        return Problem.of(ProblemType.UNAUTHENTICATED, detail);
    }

    private static Optional<Mode> mode(Request request) {
        return request.header("Waybill-Mode")
                .map(word ->
                        Mode.of(word)
                                .orElseThrow(() ->
                                        Problem.of(
                                                ProblemType.MALFORMED_HEADER,
                                                "Waybill-Mode must be live or test.")));
    }
}

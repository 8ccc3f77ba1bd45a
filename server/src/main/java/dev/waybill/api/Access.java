package dev.waybill.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.Apps;
import dev.waybill.domain.Mode;
import dev.waybill.domain.Right;
import dev.waybill.domain.Role;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Reply;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/// Lets in who shows a key. Keys are compared by hash and in constant time.
public final class Access {

    private static final String SCHEME = "Bearer ";

    private final List<byte[]> adminKeyHashes;

    public Access(List<byte[]> adminKeyHashes) {
        this.adminKeyHashes = List.copyOf(adminKeyHashes);
    }

    /// What answers a request once it is known whose it is.
    @FunctionalInterface
    interface Handler {
        Response handle(Request request, Caller caller) throws Exception;
    }

    /// The same for one that waits for nothing and answers later: see [Route.Handler.Prompt].
    @FunctionalInterface
    interface PromptHandler {
        void handle(Request request, Caller caller, Reply reply);
    }

    Route route(Right right, String method, String pattern, Handler handler) {
        return Route.waiting(
                method, pattern, request -> handler.handle(request, callerWith(right, request)));
    }

    Route promptRoute(Right right, String method, String pattern, PromptHandler handler) {
        return Route.prompt(
                method,
                pattern,
                (request, reply) -> handler.handle(request, callerWith(right, request), reply));
    }

    public static byte[] hash(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private Caller callerWith(Right right, Request request) {
        var caller = caller(request);
        if (!caller.role().may(right)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "A key of the role " + caller.role().word() + " may not do this.");
        }
        return caller;
    }

    private Caller caller(Request request) {
        var header = request.header("Authorization").orElse("");
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw Problem.of(
                    ProblemType.UNAUTHENTICATED,
                    "Send the API key in the header Authorization: Bearer <key>.");
        }
        var hash = hash(header.substring(SCHEME.length()).strip());
        boolean known = false;
        for (var adminKeyHash : adminKeyHashes) {
            known |= MessageDigest.isEqual(adminKeyHash, hash);
        }
        if (!known) {
            throw Problem.of(
                    ProblemType.UNAUTHENTICATED, "This API key is not known, or was revoked.");
        }
        // A name that is not known is refused by those who take one.
        var app = request.query("app").flatMap(Apps::named).orElse(Apps.DEFAULT);
        return new Caller(Role.ADMIN, app, mode(request));
    }

    private static Mode mode(Request request) {
        var word = request.header("Waybill-Mode").orElse("live");
        return Mode.of(word)
                .orElseThrow(() ->
                        Problem.of(
                                ProblemType.MALFORMED_HEADER,
                                "Waybill-Mode must be live or test."));
    }
}

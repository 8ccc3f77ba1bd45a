package dev.waybill.web.api;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The apps that requests name and answers show. For an app's key there is one app, its own: others
/// cannot be distinguished from missing ones.
public final class AppNames {

    private final AccessCache accessCache;

    public AppNames(AccessCache accessCache) {
        this.accessCache = accessCache;
    }

    /// The uid of the app.
    public String uid(UUID app) {
        return accessCache.uid(app);
    }

    /// The owner of a new object: the named app, else the caller's own, else the default.
    public UUID owner(Optional<String> named, Caller caller) {
        return named.map(name ->
                        find(name)
                                .filter(caller::sees)
                                .orElseThrow(() -> Problem.invalid("/app", missing(name))))
                .orElse(caller.homeApp());
    }

    /// The scope of a request that may name an app in a parameter.
    public Scope scope(Params params, Caller caller) {
        return params.text("app")
                .map(name -> new Scope(named(name, caller), caller.mode()))
                .orElse(caller.scope());
    }

    /// The app of this uid or id.
    public UUID named(String name, Caller caller) {
        return find(name)
                .filter(caller::sees)
                .orElseThrow(() -> Problem.of(ProblemType.NOT_FOUND, missing(name)));
    }

    /// The app if it is known here, without waiting.
    public Optional<UUID> known(String name) {
        return accessCache.known(name);
    }

    /// The app, by a query if it is not known here: another process may just have created it.
    public Optional<UUID> find(String name) {
        try {
            return accessCache.find(name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The same for many names of one request, with at most one query.
    public Function<String, Optional<UUID>> finder() {
        return new Function<>() {
            private boolean asked;

            @Override
            public Optional<UUID> apply(String name) {
                var known = known(name);
                if (known.isPresent() || asked) {
                    return known;
                }
                asked = true;
                return find(name);
            }
        };
    }

    public static String missing(String name) {
        return "There is no app " + name + ".";
    }
}

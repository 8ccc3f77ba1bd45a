package dev.waybill.web.site;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.users.Session;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Request;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The user or key that requests a page.
///
/// @param token the token of the session cookie
public record Visitor(Caller caller, String token, Session session) {

    public boolean may(Right right) {
        return caller.may(right);
    }

    public Scope scope() {
        return caller.scope();
    }

    /// The actor of this request. Its source shows that the action was taken on a page.
    public Actor actor(Request request) {
        return Visitors.onPage(Access.actor(caller, request));
    }

    /// Signed in as a user or with the admin key of the settings, and so in both modes.
    public boolean bothModes() {
        return caller.bothModes();
    }

    /// The user who signed in; null with a key.
    public @Nullable UUID userId() {
        return session.account().userId();
    }

    /// The name of the user.
    public String name() {
        return session.name() == null ? caller.actor() : session.name();
    }
}

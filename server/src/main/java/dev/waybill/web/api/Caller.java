package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.users.Account;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Who asks, and in which mode.
///
/// @param actor how histories name them
/// @param ownApp the app that the key is bound to; null for a key of the platform, which is not
/// @param bothModes whether the key is good in the other mode too
public record Caller(String actor, Role role, @Nullable UUID ownApp, Mode mode, boolean bothModes) {

    /// What they do with this request, as the audit log names it.
    public Actor act(Request request) {
        return new Actor(actor, request.source(), request.id());
    }

    /// What they may see: an app's key its own, the platform's keys everything.
    public Scope scope() {
        return new Scope(ownApp, mode);
    }

    /// Whose key or sign-in it is.
    Account account() {
        return new Account(
                IdKind.KEY.parse(actor).orElse(null), IdKind.PERSON.parse(actor).orElse(null));
    }

    /// Whether they may do what needs this right. Test-mode keys go to developers and build
    /// servers, so none of them changes anything that live mode uses.
    public boolean may(Right right) {
        return role.may(right) && (right != Right.ADMINISTER_SHARED || reachesLive());
    }

    private boolean reachesLive() {
        return bothModes || mode == Mode.LIVE;
    }

    /// Whose view of deliveries and endpoints is theirs.
    Audience audience() {
        return role == Role.APP ? Audience.CUSTOMERS : Audience.OPERATORS;
    }

    /// The app that is meant where none is named.
    UUID homeApp() {
        return ownApp == null ? Apps.DEFAULT : ownApp;
    }

    /// The same, asking in this mode, if the key is good in it.
    Caller in(Mode named) {
        return new Caller(actor, role, ownApp, requireMode(named), bothModes);
    }

    /// The mode that is named, if the key is good in it.
    Mode requireMode(Mode named) {
        if (named != mode && !bothModes) {
            throw Problem.of(
                    ProblemType.FORBIDDEN, "This key acts in " + mode.code() + " mode only.");
        }
        return named;
    }
}

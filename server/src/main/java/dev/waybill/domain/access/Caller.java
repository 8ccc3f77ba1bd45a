package dev.waybill.domain.access;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The holder of a key or a session, and the mode in which they act.
///
/// @param actor the name under which histories record them
/// @param ownApp the app that the key is bound to; null for a key of the platform
/// @param bothModes whether the key also acts in the other mode
public record Caller(String actor, Role role, @Nullable UUID ownApp, Mode mode, boolean bothModes) {

    /// The apps that the caller can see: an app's key sees its own app, a platform key sees all
    /// apps.
    public Scope scope() {
        return new Scope(ownApp, mode);
    }

    /// Whether the caller has a right. Test-mode keys go to developers and build servers, so they
    /// cannot change anything that live mode also uses.
    public boolean may(Right right) {
        return role.may(right) && (right != Right.ADMINISTER_SHARED || mayActIn(Mode.LIVE));
    }

    public boolean mayActIn(Mode other) {
        return bothModes || mode == other;
    }

    /// Whether the caller can see an app at all. For the key of an app, other apps do not exist.
    public boolean sees(UUID app) {
        return ownApp == null || ownApp.equals(app);
    }

    /// The app that is meant if a request names none.
    public UUID homeApp() {
        return ownApp == null ? Apps.DEFAULT : ownApp;
    }

    /// The same caller in another mode. Check [#mayActIn] first.
    public Caller in(Mode other) {
        return new Caller(actor, role, ownApp, other, bothModes);
    }
}

package dev.waybill.web.dashboard;

import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.audit.Actor;
import dev.waybill.feature.redelivery.Redelivery;
import dev.waybill.feature.redelivery.Resends;
import dev.waybill.feature.redelivery.SendWindow;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.site.FormToken;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/// Sends a delivery again at the request of a user, and words the refusals.
public final class SendAgain {

    private final Resends resends;

    public SendAgain(Resends resends) {
        this.resends = resends;
    }

    /// Sends a delivery again. A form that is sent twice sends once.
    ///
    /// @return the new delivery; empty if there is no delivery with this id
    public Optional<UUID> send(Actor act, UUID id, Scope scope, Request request, Form form)
            throws SQLException {
        return made(resends.resend(act, id, scope, null, FormToken.key(request, form)));
    }

    /// The new delivery; empty if there was none to send again.
    static Optional<UUID> made(Resends.Result result) {
        return switch (result) {
            case Resends.Result.Resent(var made) -> Optional.of(made);
            case Resends.Result.Repeated(var made) -> Optional.of(made);
            case Resends.Result.NoSuchDelivery _ -> Optional.empty();
            case Resends.Result.Clash _ -> throw conflict("Load the page again, then send it.");
            case Resends.Result.StillOpen _ ->
                    throw conflict("It has not ended yet. Only what has ended can be sent again.");
            case Resends.Result.Refused(var why) -> throw conflict(words(why));
            case Resends.Result.TooMany(var wait) ->
                    throw Problem.rateLimited(
                            "This endpoint was sent "
                                    + SendWindow.Kind.RESEND.max()
                                    + " deliveries again within a minute. Try again in "
                                    + Math.max(1, wait.toSeconds())
                                    + " s, or start a replay.",
                            wait);
        };
    }

    private static String words(Redelivery why) {
        return switch (why) {
            case Redelivery.Made _ -> throw new AssertionError("not refused: " + why);
            case Redelivery.Stale(var expiresAt) ->
                    "The event expired at "
                            + Timestamps.format(expiresAt)
                            + ": nothing is sent after that.";
            case Redelivery.EndpointGone _ -> "The endpoint was deleted.";
            case Redelivery.EndpointDisabled _ -> "The endpoint is disabled. Enable it first.";
        };
    }

    private static Problem conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail);
    }
}

package dev.waybill.web.site.delivery;

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
import dev.waybill.web.site.text.DeliveryMessages;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/// Resends a delivery from a page, and explains a refusal.
public final class SendAgain {

    private final Resends resends;

    public SendAgain(Resends resends) {
        this.resends = resends;
    }

    /// Resends a delivery. A form that is sent twice resends once.
    ///
    /// @return the new delivery; empty if there is no delivery with this id
    public Optional<UUID> send(Actor actor, UUID id, Scope scope, Request request, Form form)
            throws SQLException {
        return made(resends.resend(actor, id, scope, null, FormToken.key(request, form)));
    }

    /// The new delivery; empty if there is no such delivery.
    public static Optional<UUID> made(Resends.Result result) {
        return switch (result) {
            case Resends.Result.Resent(var made) -> Optional.of(made);
            case Resends.Result.Repeated(var made) -> Optional.of(made);
            case Resends.Result.NoSuchDelivery _ -> Optional.empty();
            case Resends.Result.Clash _ -> throw conflict(DeliveryMessages.RELOAD);
            case Resends.Result.StillOpen _ -> throw conflict(DeliveryMessages.STILL_OPEN);
            case Resends.Result.Refused(var why) -> throw conflict(words(why));
            case Resends.Result.TooMany(var wait) ->
                    throw Problem.rateLimited(
                            DeliveryMessages.tooManyResends(
                                    SendWindow.Kind.RESEND.max(), Math.max(1, wait.toSeconds())),
                            wait);
        };
    }

    private static String words(Redelivery why) {
        return switch (why) {
            case Redelivery.Made _ -> throw new AssertionError("not refused: " + why);
            case Redelivery.Stale(var expiresAt) -> DeliveryMessages.expired(expiresAt);
            case Redelivery.EndpointGone _ -> DeliveryMessages.ENDPOINT_DELETED;
            case Redelivery.EndpointDisabled _ -> DeliveryMessages.ENDPOINT_DISABLED;
        };
    }

    private static Problem conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail);
    }
}

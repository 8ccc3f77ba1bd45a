package dev.waybill.ui.page;

import dev.waybill.api.Idempotency;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.domain.Timestamps;
import dev.waybill.http.Form;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.idempotency.IdempotencyKey;
import dev.waybill.redeliver.Cancels;
import dev.waybill.redeliver.Redelivery;
import dev.waybill.redeliver.Resends;
import dev.waybill.ui.Link;
import dev.waybill.ui.Notice;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visit;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What can be done with one delivery on its page: send it again, call it off.
public final class DeliveryActions {

    private final Resends resends;
    private final Cancels cancels;

    public DeliveryActions(Resends resends, Cancels cancels) {
        this.resends = resends;
        this.cancels = cancels;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/resend", this::resend),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/cancel", this::cancel));
    }

    private Response resend(Visit visit, Form form) throws SQLException {
        var id = idOf(visit);
        return switch (resends.resend(visit.act(), id, visit.scope(), null, key(visit, form))) {
            case Resends.Result.Resent(var made) -> shown(made, Notice.RESENT);
            case Resends.Result.Repeated(var made) -> shown(made, Notice.RESENT);
            case Resends.Result.Clash _ -> throw conflict("Load the page again, then send it.");
            case Resends.Result.NoSuchDelivery _ -> throw DeliveryPage.notFound(visit.request());
            case Resends.Result.StillOpen _ ->
                    throw conflict("It has not ended yet. Only what has ended can be sent again.");
            case Resends.Result.Refused(var why) -> throw conflict(words(why));
            case Resends.Result.TooMany(var wait) ->
                    throw Problem.rateLimited(
                            "This endpoint was sent "
                                    + Resends.RESENDS_MAX
                                    + " deliveries again within a minute. Try again in "
                                    + Math.max(1, wait.toSeconds())
                                    + " s, or start a replay.",
                            wait);
        };
    }

    /// The page's own, so that a form that is sent twice sends the delivery once.
    private static @Nullable IdempotencyKey key(Visit visit, Form form) {
        var text = form.text("send_key");
        return text.matches("req_[0-9a-f]{1,16}")
                ? new IdempotencyKey("ui-" + text, Idempotency.fingerprint(visit.request(), text))
                : null;
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

    private Response cancel(Visit visit, Form form) {
        var id = idOf(visit);
        return switch (cancels.cancel(visit.act(), id, visit.scope())) {
            case Cancels.Result.Cancelled _ -> shown(id, Notice.CANCELLED);
            case Cancels.Result.TooLate(var state) ->
                    throw conflict("It is too late: the delivery is " + state.word() + ".");
            case Cancels.Result.NoSuchDelivery _ -> throw DeliveryPage.notFound(visit.request());
        };
    }

    private static UUID idOf(Visit visit) {
        return IdKind.DELIVERY
                .parse(visit.request().part("id"))
                .orElseThrow(() -> DeliveryPage.notFound(visit.request()));
    }

    private static Response shown(UUID id, Notice notice) {
        return Pages.done(
                Link.to(Section.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(id)), notice);
    }

    private static Problem conflict(String detail) {
        return Problem.of(ProblemType.CONFLICT, detail);
    }
}

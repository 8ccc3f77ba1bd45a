package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.SendAgain;
import dev.waybill.web.site.text.DeliveryMessages;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What can be done with one delivery on its page: resend, requeue, cancel.
public final class DeliveryActions {

    private final SendAgain again;

    /// A week, as in the API.
    public static final int DELAY_MINUTES_MAX = 7 * 24 * 60;

    private final Requeues requeues;
    private final Cancels cancels;

    public DeliveryActions(SendAgain again, Requeues requeues, Cancels cancels) {
        this.again = again;
        this.requeues = requeues;
        this.cancels = cancels;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/resend", this::resend),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/requeue", this::requeue),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/cancel", this::cancel));
    }

    private Response resend(Visit visit, Form form) throws SQLException {
        return shown(send(visit, form, null), Notice.RESENT);
    }

    private UUID send(Visit visit, Form form, @Nullable Duration delay) throws SQLException {
        return again.send(visit.act(), idOf(visit), visit.scope(), delay, visit.request(), form)
                .orElseThrow(() -> DeliveryPage.notFound(visit.request()));
    }

    /// What waits moves; what has ended is resent, not before then.
    private Response requeue(Visit visit, Form form) throws SQLException {
        var id = idOf(visit);
        var delay = delay(form);
        return switch (requeues.requeue(visit.act(), id, visit.scope(), delay)) {
            case Requeues.Result.Moved _ -> shown(id, Notice.REQUEUED);
            case Requeues.Result.Ended _ -> shown(send(visit, form, delay), Notice.RESENT_LATER);
            case Requeues.Result.NoSuchDelivery _ -> throw DeliveryPage.notFound(visit.request());
            case Requeues.Result.InFlight _ -> throw conflict(DeliveryMessages.IN_FLIGHT);
            case Requeues.Result.Stale(var expiresAt) ->
                    throw conflict(DeliveryMessages.expires(expiresAt));
            case Requeues.Result.BehindOthers _ -> throw conflict(DeliveryMessages.BEHIND_OTHERS);
            case Requeues.Result.LaneHeld _ -> throw conflict(DeliveryMessages.LANE_HELD);
        };
    }

    private static Duration delay(Form form) {
        var text = form.text("minutes");
        int minutes = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
        if (minutes < 0 || minutes > DELAY_MINUTES_MAX) {
            throw Problem.invalid("minutes", DeliveryMessages.minutes(DELAY_MINUTES_MAX));
        }
        return Duration.ofMinutes(minutes);
    }

    private Response cancel(Visit visit, Form form) {
        var id = idOf(visit);
        return switch (cancels.cancel(visit.act(), id, visit.scope())) {
            case Cancels.Result.Cancelled _ -> shown(id, Notice.CANCELLED);
            case Cancels.Result.TooLate(var state) ->
                    throw conflict(DeliveryMessages.tooLate(state.code()));
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

package dev.waybill.ui.page;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.http.Form;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.redeliver.Cancels;
import dev.waybill.ui.Link;
import dev.waybill.ui.Notice;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visit;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// What can be done with one delivery on its page: send it again, call it off.
public final class DeliveryActions {

    private final SendAgain again;
    private final Cancels cancels;

    public DeliveryActions(SendAgain again, Cancels cancels) {
        this.again = again;
        this.cancels = cancels;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/resend", this::resend),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/cancel", this::cancel));
    }

    private Response resend(Visit visit, Form form) throws SQLException {
        var made =
                again.send(visit.act(), idOf(visit), visit.scope(), visit.request(), form)
                        .orElseThrow(() -> DeliveryPage.notFound(visit.request()));
        return shown(made, Notice.RESENT);
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

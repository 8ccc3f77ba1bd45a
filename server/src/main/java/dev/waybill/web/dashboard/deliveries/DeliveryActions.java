package dev.waybill.web.dashboard.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.redelivery.Cancels;
import dev.waybill.feature.redelivery.RedeliveryRules;
import dev.waybill.feature.redelivery.RedeliveryService;
import dev.waybill.feature.redelivery.RedeliveryService.Requeued;
import dev.waybill.feature.redelivery.RequeueDelivery;
import dev.waybill.feature.redelivery.Requeues;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormProblem;
import dev.waybill.web.site.FormToken;
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
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Actions on the page of a delivery: resend, requeue, cancel.
final class DeliveryActions {

    private final SendAgain again;
    private final RedeliveryService service;
    private final Cancels cancels;

    DeliveryActions(SendAgain again, RedeliveryService service, Cancels cancels) {
        this.again = again;
        this.service = service;
        this.cancels = cancels;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/resend", this::resend),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/requeue", this::requeue),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/cancel", this::cancel));
    }

    private Response resend(Visit visit, Form form) throws SQLException {
        var made = again.send(visit.actor(), idOf(visit), visit.scope(), visit.request(), form);
        return shown(made.orElseThrow(() -> DeliveryPage.notFound(visit.request())), Notice.RESENT);
    }

    private Response requeue(Visit visit, Form form) throws SQLException {
        var id = idOf(visit);
        var input = new FormInput(form, new Violations());
        var command =
                new RequeueDelivery(
                        id,
                        visit.scope(),
                        delaySeconds(input),
                        FormToken.key(visit.request(), form));
        return switch (service.requeue(command, input.violations(), visit.actor())) {
            case Requeued.Moved _ -> shown(id, Notice.REQUEUED);
            case Requeued.Resent(var result) ->
                    shown(
                            SendAgain.made(result)
                                    .orElseThrow(() -> DeliveryPage.notFound(visit.request())),
                            Notice.RESENT_LATER);
            case Requeued.Refused(Requeues.Result.NoSuchDelivery _) ->
                    throw DeliveryPage.notFound(visit.request());
            case Requeued.Refused(var why) -> throw conflict(words(why));
            case Requeued.Invalid(var all) ->
                    throw FormProblem.of(all, Map.of("minutes", "The number of minutes"));
        };
    }

    private static String words(Requeues.Result refusal) {
        return switch (refusal) {
            case Requeues.Result.InFlight _ -> DeliveryMessages.IN_FLIGHT;
            case Requeues.Result.Stale(var expiresAt) -> DeliveryMessages.expires(expiresAt);
            case Requeues.Result.BehindOthers _ -> DeliveryMessages.BEHIND_OTHERS;
            case Requeues.Result.LaneHeld _ -> DeliveryMessages.LANE_HELD;
            case Requeues.Result.Moved _,
                    Requeues.Result.Ended _,
                    Requeues.Result.NoSuchDelivery _ ->
                    throw new IllegalArgumentException("not a refusal: " + refusal);
        };
    }

    private static @Nullable Integer delaySeconds(FormInput input) {
        var range = RedeliveryRules.DELAY_MINUTES;
        var minutes = input.whole("minutes", range).orNull();
        if (minutes == null || !range.contains(minutes)) {
            input.violations().add(range.violation("minutes"));
            return null;
        }
        return Math.toIntExact(Duration.ofMinutes(minutes).toSeconds());
    }

    private Response cancel(Visit visit, Form form) {
        var id = idOf(visit);
        return switch (cancels.cancel(visit.actor(), id, visit.scope())) {
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

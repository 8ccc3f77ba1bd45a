package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.HeldLane;
import dev.waybill.feature.endpoints.LaneHolds;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.EndpointMessages;
import java.time.Instant;
import java.util.List;

/// Ordered lanes of an endpoint that stopped after a dead letter, and their release.
public final class HeldLanes {

    /// Limit of lanes that are shown; releasing some shows others.
    private static final int SHOWN_MAX = 20;

    private final EndpointFinder finder;
    private final LaneHolds holds;

    HeldLanes(Endpoints endpoints, LaneHolds holds) {
        this.finder = new EndpointFinder(endpoints);
        this.holds = holds;
    }

    /// The panel on the page of an endpoint.
    ///
    /// @param possible whether the endpoint's rules allow held lanes
    /// @param more whether there are others
    public record Panel(boolean possible, List<Row> rows, boolean more) {

        public boolean isShown() {
            return possible || !rows.isEmpty();
        }
    }

    /// A held lane.
    ///
    /// @param key as the API names the lane
    /// @param letter the delivery that holds it
    public record Row(
            String key, String name, String letter, String reason, Instant since, String waiting) {

        public String letterHref() {
            return "/ui/deliveries/" + letter;
        }
    }

    Panel of(Endpoint endpoint) {
        var held = holds.page(endpoint.id(), DeliveryList.AFTER_ALL, SHOWN_MAX + 1);
        return new Panel(
                endpoint.orderRules().onExhausted() == OnExhausted.HOLD,
                held.stream().limit(SHOWN_MAX).map(HeldLanes::row).toList(),
                held.size() > SHOWN_MAX);
    }

    private static Row row(HeldLane held) {
        boolean strict = held.lane().isStrict();
        return new Row(
                strict ? LaneHolds.ALL_KEYS : held.lane().name(),
                strict ? "all events" : SafeText.text(held.lane().name()),
                IdKind.DELIVERY.format(held.deliveryId()),
                Format.words(held.reason().code()),
                held.heldAt(),
                held.waiting() == LaneHolds.COUNTED_MAX
                        ? Format.number(held.waiting()) + "+"
                        : Format.number(held.waiting()));
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/endpoints/{id}/lanes/release", this::release));
    }

    private Response release(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        // Not trimmed: a key may begin or end with blanks.
        var key = form.raw("key");
        if (!holds.release(endpoint, key, visit.actor())) {
            throw Problem.of(ProblemType.NOT_FOUND, EndpointMessages.LANE_NOT_HELD);
        }
        return Pages.done(EndpointFinder.page(endpoint), Notice.LANE_RELEASED);
    }
}

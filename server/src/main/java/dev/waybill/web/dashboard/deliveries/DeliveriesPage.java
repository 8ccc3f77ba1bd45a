package dev.waybill.web.dashboard.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Page;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.web.dashboard.events.EventsPage;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliveryListing;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.text.DeliveryMessages;
import dev.waybill.web.template.page.JteDeliveriesGenerated;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/deliveries`: the list of deliveries with their results.
public final class DeliveriesPage {

    private final DeliveryListing listing;
    private final EventQuery events;
    private final EndpointNames names;
    private final AccessCache accessCache;

    DeliveriesPage(
            DeliveryListing listing,
            EventQuery events,
            EndpointNames names,
            AccessCache accessCache) {
        this.listing = listing;
        this.events = events;
        this.names = names;
        this.accessCache = accessCache;
    }

    /// The values that the template shows.
    ///
    /// @param export the list as a file; null for search results
    /// @param replay the plan that replays the list; null if no plan is possible
    /// @param cancel the plan that cancels the list; null if no plan is possible
    public record Listed(
            DeliveryListing.Listed list,
            @Nullable Link export,
            @Nullable String replay,
            @Nullable String cancel) {}

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.DELIVERIES.path(), this::show));
    }

    private Response show(Visit visit) throws SQLException {
        var search = DeliverySearch.of(visit);
        if (!search.text().isEmpty()) {
            return found(visit, search);
        }
        var page =
                search.scope(visit, accessCache)
                        .map(scope -> listing.page(scope, search, Audience.OPERATORS))
                        .orElseGet(() -> new Page<>(List.of(), null));
        return shown(visit, search, page);
    }

    /// An id leads to its object. An event's id, and an idempotency key, lead to the deliveries, or
    /// to the event if it has none.
    private Response found(Visit visit, DeliverySearch search) {
        if (IdKind.DELIVERY.parse(search.text()).isPresent()) {
            return Response.seeOther(
                    Link.to(Section.DELIVERIES.path() + "/" + search.text()).toString());
        }
        var event = events.resolve(search.text(), visit.scope());
        var found =
                event.map(id -> events.deliveries(id, visit.scope(), DeliveryListing.ROWS_MAX))
                        .filter(deliveries -> !deliveries.isEmpty())
                        .orElseGet(() ->
                                events.publishedUnder(
                                        search.text(), visit.scope(), DeliveryListing.ROWS_MAX));
        if (found.isEmpty() && event.flatMap(id -> events.head(id, visit.scope())).isPresent()) {
            return Response.seeOther(EventsPage.href(event.orElseThrow()));
        }
        return found.size() == 1
                ? Response.seeOther(page(found.getFirst()).toString())
                : shown(visit, search, DeliveryListing.found(found));
    }

    private static Link page(DeliveryView delivery) {
        return DeliveryListing.page(Section.DELIVERIES.path(), delivery.id());
    }

    private Response shown(Visit visit, DeliverySearch search, Page<DeliveryView> page) {
        var plans = new DeliveryPlans(search);
        var listed =
                new Listed(
                        listing.of(
                                visit,
                                search,
                                page,
                                Audience.OPERATORS,
                                id -> DeliveryMessages.ofEndpoint(names.of(id).text())),
                        search.text().isEmpty() ? export(visit) : null,
                        plans.replay(),
                        plans.cancel());
        var layout = visit.layout("Deliveries", Section.DELIVERIES);
        return Pages.html(
                visit,
                Html.render(out -> JteDeliveriesGenerated.render(out, null, layout, listed)));
    }

    private static Link export(Visit visit) {
        return new Link("/ui/deliveries/export", visit.here().query()).without("before");
    }
}

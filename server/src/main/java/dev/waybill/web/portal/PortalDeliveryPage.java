package dev.waybill.web.portal;

import dev.waybill.feature.deliveries.Audience;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.delivery.DeliveryDetails;
import dev.waybill.web.site.text.DeliveryMessages;
import dev.waybill.web.template.portal.JteDeliveryGenerated;
import java.util.List;

/// `/portal/deliveries/{id}`: one delivery to a customer, with its attempts and answers.
public final class PortalDeliveryPage {

    private final DeliveryDetails details;

    public PortalDeliveryPage(DeliveryDetails details) {
        this.details = details;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(
                pages.page("/portal/deliveries/{id}", this::show),
                pages.page("/portal/deliveries/{id}/body", this::body));
    }

    private Response show(PortalVisit visit) {
        var detail =
                details.of(visit.request(), visit.scope(), visit.now(), Audience.CUSTOMERS)
                        .orElseThrow(PortalDeliveryPage::notFound);
        var layout =
                visit.layout(
                        detail.id(),
                        Tab.DELIVERIES,
                        new Layout.Crumb("Deliveries", Tab.DELIVERIES.path()));
        return PortalPages.html(
                visit, Html.render(out -> JteDeliveryGenerated.render(out, null, layout, detail)));
    }

    private Response body(PortalVisit visit) {
        return details.body(visit.request(), visit.scope())
                .orElseThrow(PortalDeliveryPage::notFound);
    }

    static Problem notFound() {
        return Problem.of(ProblemType.NOT_FOUND, DeliveryMessages.NOT_FOUND_FOR_CUSTOMERS);
    }
}

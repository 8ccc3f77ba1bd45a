package dev.waybill.web.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.TypeEntries;
import dev.waybill.web.template.portal.JteTypesGenerated;
import java.util.List;

/// `/portal/event-types`: the event types that a customer can receive.
public final class PortalTypesPage {

    private final EventTypes types;

    public PortalTypesPage(EventTypes types) {
        this.types = types;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(pages.page(Tab.TYPES.path(), this::show));
    }

    private Response show(PortalVisit visit) {
        var layout = visit.layout("Event types", Tab.TYPES);
        var entries =
                TypeEntries.behind(
                        visit.request().query("after").orElse(""), types, Tab.TYPES.path());
        boolean maySubscribe = visit.session().may(Capability.MANAGE_ENDPOINTS);
        return PortalPages.html(
                visit,
                Html.render(
                        out -> JteTypesGenerated.render(out, null, layout, entries, maySubscribe)));
    }
}

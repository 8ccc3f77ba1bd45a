package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.EndpointEditing;
import dev.waybill.web.site.endpoint.EndpointForm;
import dev.waybill.web.template.portal.JteEndpointCreatedGenerated;
import dev.waybill.web.template.portal.JteEndpointEditGenerated;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `/portal/endpoints/new`, `/{id}/edit` and `/{id}/delete`: the form of a customer's endpoint.
public final class PortalEndpointEditPage extends EndpointEditing<PortalVisit> {

    static final String NEW = "/portal/endpoints/new";
    private static final String EDIT = "/portal/endpoints/{id}/edit";

    private final OwnEndpoints own;
    private final EndpointChoices choices;

    public PortalEndpointEditPage(
            Endpoints endpoints,
            EndpointService service,
            EndpointChoices choices,
            RevealedSecrets secrets) {
        super(endpoints, service, secrets);
        this.own = new OwnEndpoints(endpoints);
        this.choices = choices;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(
                pages.page(Capability.MANAGE_ENDPOINTS, NEW, this::showNew),
                pages.action(Capability.MANAGE_ENDPOINTS, NEW, this::create),
                pages.page(Capability.MANAGE_ENDPOINTS, EDIT, this::showEdit),
                pages.action(Capability.MANAGE_ENDPOINTS, EDIT, this::change),
                pages.action(
                        Capability.MANAGE_ENDPOINTS,
                        "/portal/endpoints/{id}/delete",
                        this::delete));
    }

    private Response showNew(PortalVisit visit) {
        var blank = EndpointForm.blank(placeOfNew(visit), choices());
        var taking = visit.param("type").map(type -> blank.taking(Set.of(type))).orElse(blank);
        var form = visit.plain("url").map(url -> taking.with("url", url)).orElse(taking);
        return shown(visit, 200, form, null);
    }

    @Override
    protected Caller caller(PortalVisit visit) {
        return visit.caller();
    }

    @Override
    protected EndpointForm.Choices choices() {
        return choices.few();
    }

    @Override
    protected List<String> testable() {
        return choices.testable(false);
    }

    @Override
    protected EndpointForm.Place placeOfNew(PortalVisit visit) {
        return new EndpointForm.Place(
                NEW, Tab.ENDPOINTS.path(), "Add endpoint", true, visit.request().id());
    }

    @Override
    protected Link list() {
        return Link.to(Tab.ENDPOINTS.path());
    }

    @Override
    protected Link page(Endpoint endpoint) {
        return OwnEndpoints.page(endpoint);
    }

    @Override
    protected Endpoint named(PortalVisit visit) {
        return own.named(visit);
    }

    @Override
    protected Problem notFound(PortalVisit visit) {
        return OwnEndpoints.notFound();
    }

    @Override
    protected Response created(PortalVisit visit, CreatedView view) {
        var layout = visit.layout("Endpoint added", Tab.ENDPOINTS, OwnEndpoints.crumb());
        return PortalPages.html(
                visit,
                201,
                Html.render(out -> JteEndpointCreatedGenerated.render(out, null, layout, view)));
    }

    @Override
    protected Response shown(
            PortalVisit visit, int status, EndpointForm form, @Nullable Endpoint endpoint) {
        var layout =
                endpoint == null
                        ? visit.layout("Add an endpoint", Tab.ENDPOINTS, OwnEndpoints.crumb())
                        : visit.layout(
                                "Edit " + IdKind.ENDPOINT.format(endpoint.id()),
                                Tab.ENDPOINTS,
                                OwnEndpoints.crumb(),
                                OwnEndpoints.crumb(endpoint));
        return PortalPages.html(
                visit,
                status,
                Html.render(out -> JteEndpointEditGenerated.render(out, null, layout, form)));
    }
}

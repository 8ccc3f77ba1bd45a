package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.ChangeEndpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Changed;
import dev.waybill.feature.endpoints.EndpointService.Created;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.EndpointForm;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.portal.JteEndpointCreatedGenerated;
import dev.waybill.web.template.portal.JteEndpointEditGenerated;
import dev.waybill.web.text.EndpointText;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `/portal/endpoints/new`, `/{id}/edit` and `/{id}/delete`: a customer's endpoint in their own
/// hands.
public final class PortalEndpointEditPage {

    static final String NEW = "/portal/endpoints/new";
    private static final String EDIT = "/portal/endpoints/{id}/edit";

    private final Endpoints endpoints;
    private final OwnEndpoints own;
    private final EndpointService service;
    private final EndpointChoices choices;
    private final RevealedSecrets secrets;

    public PortalEndpointEditPage(
            Endpoints endpoints,
            EndpointService service,
            EndpointChoices choices,
            RevealedSecrets secrets) {
        this.endpoints = endpoints;
        this.own = new OwnEndpoints(endpoints);
        this.service = service;
        this.choices = choices;
        this.secrets = secrets;
    }

    /// What the template shows once an endpoint is made.
    ///
    /// @param warning what its owner should know all the same
    public record CreatedView(
            Endpoint endpoint,
            String href,
            SecretPanel secret,
            @Nullable String warning,
            List<String> testable) {}

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
        var blank = EndpointForm.blank(newPlace(visit), choices.few());
        var taking = visit.param("type").map(type -> blank.taking(Set.of(type))).orElse(blank);
        var form = visit.plain("url").map(url -> taking.with("url", url)).orElse(taking);
        return shown(visit, 200, form, null);
    }

    private static EndpointForm.Place newPlace(PortalVisit visit) {
        return new EndpointForm.Place(
                NEW, Tab.ENDPOINTS.path(), "Add endpoint", true, visit.request().id());
    }

    private Response create(PortalVisit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var key = FormToken.key(visit.request(), form);
        var command = EndpointForm.create(input, visit.caller(), key);
        return switch (service.create(command, input.violations(), visit.act())) {
            case Created.Done(var endpoint, var unresolved) -> created(visit, endpoint, unresolved);
            case Created.Repeated(var endpoint, _) ->
                    PortalPages.done(OwnEndpoints.page(endpoint), Notice.CREATED_BEFORE);
            case Created.Invalid(var violations) ->
                    shown(
                            visit,
                            422,
                            EndpointForm.invalid(form, newPlace(visit), choices.few(), violations),
                            null);
            case Created.TooMany(var max) -> refused(visit, form, EndpointText.tooMany(max));
            case Created.KeyReused _ -> refused(visit, form, Notice.RELOAD_FORM);
        };
    }

    private Response refused(PortalVisit visit, Form form, String problem) {
        var refused = EndpointForm.refused(form, newPlace(visit), choices.few(), problem);
        return shown(visit, 409, refused, null);
    }

    private Response created(PortalVisit visit, Endpoint endpoint, @Nullable String unresolved) {
        var href = OwnEndpoints.page(endpoint).toString();
        var created =
                new CreatedView(
                        endpoint,
                        href,
                        SecretPanel.of(href, endpoint, visit.now(), secrets.open(endpoint), true),
                        unresolved == null ? null : EndpointText.unresolved(unresolved),
                        choices.testable(false));
        var layout = visit.layout("Endpoint added", Tab.ENDPOINTS, OwnEndpoints.crumb());
        return PortalPages.html(
                visit,
                201,
                Html.render(out -> JteEndpointCreatedGenerated.render(out, null, layout, created)));
    }

    private Response showEdit(PortalVisit visit) {
        var endpoint = own.named(visit);
        return shown(
                visit,
                200,
                EndpointForm.of(endpoint, editPlace(visit, endpoint), choices.few()),
                endpoint);
    }

    private static EndpointForm.Place editPlace(PortalVisit visit, Endpoint endpoint) {
        var page = OwnEndpoints.page(endpoint).toString();
        return new EndpointForm.Place(page + "/edit", page, "Save", false, visit.request().id());
    }

    private Response change(PortalVisit visit, Form form) {
        var endpoint = own.named(visit);
        var input = new FormInput(form, new Violations());
        var command = new ChangeEndpoint(endpoint.id(), visit.scope(), EndpointForm.update(input));
        return switch (service.change(command, input.violations(), visit.act())) {
            case Changed.Done(_, var unresolved) ->
                    PortalPages.done(
                            OwnEndpoints.page(endpoint),
                            unresolved == null ? Notice.SAVED : Notice.SAVED_UNRESOLVED);
            case Changed.Invalid(var violations) ->
                    shown(
                            visit,
                            422,
                            EndpointForm.invalid(
                                    form, editPlace(visit, endpoint), choices.few(), violations),
                            endpoint);
            case Changed.NotFound _ -> throw OwnEndpoints.notFound();
        };
    }

    private static Response shown(
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

    private Response delete(PortalVisit visit, Form form) {
        var endpoint = own.named(visit);
        if (!endpoints.delete(endpoint.id(), visit.scope(), visit.act())) {
            throw OwnEndpoints.notFound();
        }
        return PortalPages.done(Link.to(Tab.ENDPOINTS.path()), Notice.DELETED);
    }
}

package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.api.EndpointWriter;
import dev.waybill.web.api.Keyring;
import dev.waybill.web.dashboard.EndpointChoices;
import dev.waybill.web.dashboard.EndpointForm;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.portal.JteEndpointCreatedGenerated;
import dev.waybill.web.template.portal.JteEndpointEditGenerated;
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
    private final EndpointWriter writer;
    private final EndpointChoices choices;
    private final Keyring keyring;

    public PortalEndpointEditPage(
            Endpoints endpoints, EndpointWriter writer, EndpointChoices choices, Keyring keyring) {
        this.endpoints = endpoints;
        this.own = new OwnEndpoints(endpoints);
        this.writer = writer;
        this.choices = choices;
        this.keyring = keyring;
    }

    /// What the template shows once an endpoint is made.
    ///
    /// @param warning what its owner should know all the same
    public record Created(
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
        try {
            var json = EndpointForm.json(form);
            var key = FormToken.key(visit.request(), form, json.toString());
            return created(visit, writer.create(json, visit.caller(), key, visit.act()));
        } catch (Problem problem) {
            var typed = EndpointForm.typed(form, newPlace(visit), choices.few(), problem);
            return shown(visit, problem.type().status(), typed, null);
        }
    }

    private Response created(PortalVisit visit, EndpointWriter.Written written) {
        var endpoint = written.endpoint();
        if (written.repeated()) {
            return PortalPages.done(OwnEndpoints.page(endpoint), Notice.CREATED_BEFORE);
        }
        var href = OwnEndpoints.page(endpoint).toString();
        var created =
                new Created(
                        endpoint,
                        href,
                        SecretPanel.of(href, endpoint, visit.now(), keyring.open(endpoint), true),
                        written.warning(),
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
        try {
            var json = EndpointForm.json(form);
            var written =
                    writer.change(endpoint.id(), json, visit.scope(), visit.act())
                            .orElseThrow(OwnEndpoints::notFound);
            return PortalPages.done(
                    OwnEndpoints.page(endpoint),
                    written.warning() == null ? Notice.SAVED : Notice.SAVED_UNRESOLVED);
        } catch (Problem problem) {
            if (problem.type() == ProblemType.NOT_FOUND) {
                throw problem;
            }
            var place = editPlace(visit, endpoint);
            var typed = EndpointForm.typed(form, place, choices.few(), problem);
            return shown(visit, problem.type().status(), typed, endpoint);
        }
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

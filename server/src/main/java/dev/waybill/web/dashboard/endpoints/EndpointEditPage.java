package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.EndpointEditing;
import dev.waybill.web.site.endpoint.EndpointForm;
import dev.waybill.web.template.page.JteEndpointCreatedGenerated;
import dev.waybill.web.template.page.JteEndpointEditGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/endpoints/new`, `/{id}/edit` and `/{id}/delete`: the form of an endpoint for operators.
final class EndpointEditPage extends EndpointEditing<Visit> {

    private static final String NEW = Section.ENDPOINTS.path() + "/new";

    private final EndpointFinder finder;
    private final EndpointChoices choices;

    EndpointEditPage(
            Endpoints endpoints,
            EndpointService service,
            EndpointChoices choices,
            RevealedSecrets secrets) {
        super(endpoints, service, secrets);
        this.finder = new EndpointFinder(endpoints);
        this.choices = choices;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.CHANGE, NEW, this::showNew),
                pages.action(Right.CHANGE, NEW, this::create),
                pages.page(Right.CHANGE, "/ui/endpoints/{id}/edit", this::showEdit),
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/edit", this::change),
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/delete", this::delete));
    }

    private Response showNew(Visit visit) {
        var form = EndpointForm.blank(placeOfNew(visit), choices());
        return shown(visit, 200, form.with("app", visit.param("app").orElse("")), null);
    }

    @Override
    protected Caller caller(Visit visit) {
        return visit.visitor().caller();
    }

    @Override
    protected EndpointForm.Choices choices() {
        return choices.all();
    }

    @Override
    protected List<String> testable() {
        return choices.testable(true);
    }

    @Override
    protected EndpointForm.Place placeOfNew(Visit visit) {
        return new EndpointForm.Place(
                NEW, Section.ENDPOINTS.path(), "Create endpoint", true, visit.request().id());
    }

    @Override
    protected Link list() {
        return Link.to(Section.ENDPOINTS.path());
    }

    @Override
    protected Link page(Endpoint endpoint) {
        return EndpointFinder.page(endpoint);
    }

    @Override
    protected Endpoint named(Visit visit) {
        return finder.of(visit);
    }

    @Override
    protected Problem notFound(Visit visit) {
        return EndpointFinder.notFound(visit);
    }

    @Override
    protected Response created(Visit visit, CreatedView view) {
        var layout = visit.layout("Endpoint created", Section.ENDPOINTS, EndpointFinder.crumb());
        return Pages.html(
                visit,
                201,
                Html.render(out -> JteEndpointCreatedGenerated.render(out, null, layout, view)));
    }

    @Override
    protected Response shown(
            Visit visit, int status, EndpointForm form, @Nullable Endpoint endpoint) {
        var layout =
                endpoint == null
                        ? visit.layout("New endpoint", Section.ENDPOINTS, EndpointFinder.crumb())
                        : visit.layout(
                                "Edit " + IdKind.ENDPOINT.format(endpoint.id()),
                                Section.ENDPOINTS,
                                EndpointFinder.crumb(),
                                EndpointFinder.crumb(endpoint));
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteEndpointEditGenerated.render(out, null, layout, form)));
    }
}

package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
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
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.EndpointForm;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.page.JteEndpointCreatedGenerated;
import dev.waybill.web.template.page.JteEndpointEditGenerated;
import dev.waybill.web.text.EndpointText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/endpoints/new`, `/{id}/edit` and `/{id}/delete`: what an endpoint is, in the hands of
/// people.
public final class EndpointEditPage {

    private static final String NEW = Section.ENDPOINTS.path() + "/new";

    private final Endpoints endpoints;
    private final EndpointFinder finder;
    private final EndpointService service;
    private final EndpointChoices choices;
    private final RevealedSecrets secrets;

    public EndpointEditPage(
            Endpoints endpoints,
            EndpointService service,
            EndpointChoices choices,
            RevealedSecrets secrets) {
        this.endpoints = endpoints;
        this.finder = new EndpointFinder(endpoints);
        this.service = service;
        this.choices = choices;
        this.secrets = secrets;
    }

    /// What the template shows once an endpoint is made.
    ///
    /// @param warning what its owner should know all the same
    /// @param testable types that a test can be made of
    public record CreatedView(
            String id,
            String href,
            Endpoint endpoint,
            SecretPanel secret,
            @Nullable String warning,
            List<String> testable) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.CHANGE, NEW, this::showNew),
                pages.action(Right.CHANGE, NEW, this::create),
                pages.page(Right.CHANGE, "/ui/endpoints/{id}/edit", this::showEdit),
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/edit", this::change),
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/delete", this::delete));
    }

    private Response showNew(Visit visit) {
        var form = EndpointForm.blank(placeOfNew(visit), choices.all());
        var app = visit.param("app").orElse("");
        return shown(visit, 200, form.with("app", app), null);
    }

    private static EndpointForm.Place placeOfNew(Visit visit) {
        return new EndpointForm.Place(
                NEW, Section.ENDPOINTS.path(), "Create endpoint", true, visit.request().id());
    }

    private Response create(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var key = FormToken.key(visit.request(), form);
        var command = EndpointForm.create(input, visit.visitor().caller(), key);
        return switch (service.create(command, input.violations(), visit.act())) {
            case Created.Done(var endpoint, var unresolved) -> created(visit, endpoint, unresolved);
            case Created.Repeated(var endpoint, _) ->
                    Pages.done(EndpointFinder.page(endpoint), Notice.CREATED_BEFORE);
            case Created.Invalid(var violations) ->
                    shown(
                            visit,
                            422,
                            EndpointForm.invalid(
                                    form, placeOfNew(visit), choices.all(), violations),
                            null);
            case Created.TooMany(var max) -> refused(visit, form, EndpointText.tooMany(max));
            case Created.KeyReused _ -> refused(visit, form, Notice.RELOAD_FORM);
        };
    }

    private Response refused(Visit visit, Form form, String problem) {
        var refused = EndpointForm.refused(form, placeOfNew(visit), choices.all(), problem);
        return shown(visit, 409, refused, null);
    }

    private Response created(Visit visit, Endpoint endpoint, @Nullable String unresolved) {
        var href = EndpointFinder.page(endpoint).toString();
        var created =
                new CreatedView(
                        IdKind.ENDPOINT.format(endpoint.id()),
                        href,
                        endpoint,
                        SecretPanel.of(href, endpoint, visit.now(), secrets.open(endpoint), true),
                        unresolved == null ? null : EndpointText.unresolved(unresolved),
                        choices.testable(true));
        var layout = visit.layout("Endpoint created", Section.ENDPOINTS, EndpointFinder.crumb());
        return Pages.html(
                visit,
                201,
                Html.render(out -> JteEndpointCreatedGenerated.render(out, null, layout, created)));
    }

    private Response showEdit(Visit visit) {
        var endpoint = finder.of(visit);
        var form = EndpointForm.of(endpoint, placeOf(visit, endpoint), choices.all());
        return shown(visit, 200, form, endpoint);
    }

    private static EndpointForm.Place placeOf(Visit visit, Endpoint endpoint) {
        var page = EndpointFinder.page(endpoint).toString();
        return new EndpointForm.Place(page + "/edit", page, "Save", false, visit.request().id());
    }

    private Response change(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        var input = new FormInput(form, new Violations());
        var command = new ChangeEndpoint(endpoint.id(), visit.scope(), EndpointForm.update(input));
        return switch (service.change(command, input.violations(), visit.act())) {
            case Changed.Done(_, var unresolved) ->
                    Pages.done(
                            EndpointFinder.page(endpoint),
                            unresolved == null ? Notice.SAVED : Notice.SAVED_UNRESOLVED);
            case Changed.Invalid(var violations) ->
                    shown(
                            visit,
                            422,
                            EndpointForm.invalid(
                                    form, placeOf(visit, endpoint), choices.all(), violations),
                            endpoint);
            case Changed.NotFound _ -> throw EndpointFinder.notFound(visit);
        };
    }

    private static Response shown(
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

    private Response delete(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        if (!endpoints.delete(endpoint.id(), visit.scope(), visit.act())) {
            throw EndpointFinder.notFound(visit);
        }
        return Pages.done(Link.to(Section.ENDPOINTS.path()), Notice.DELETED);
    }
}

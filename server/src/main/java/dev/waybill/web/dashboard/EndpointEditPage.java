package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.api.EndpointWriter;
import dev.waybill.web.api.Keyring;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.page.JteEndpointCreatedGenerated;
import dev.waybill.web.template.page.JteEndpointEditGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/endpoints/new`, `/{id}/edit` and `/{id}/delete`: what an endpoint is, in the hands of
/// people.
public final class EndpointEditPage {

    private static final String NEW = Section.ENDPOINTS.path() + "/new";

    private final Endpoints endpoints;
    private final EndpointFinder finder;
    private final EndpointWriter writer;
    private final EndpointChoices choices;
    private final Keyring keyring;

    public EndpointEditPage(
            Endpoints endpoints, EndpointWriter writer, EndpointChoices choices, Keyring keyring) {
        this.endpoints = endpoints;
        this.finder = new EndpointFinder(endpoints);
        this.writer = writer;
        this.choices = choices;
        this.keyring = keyring;
    }

    /// What the template shows once an endpoint is made.
    ///
    /// @param warning what its owner should know all the same
    /// @param testable types that a test can be made of
    public record Created(
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
        EndpointWriter.Written written;
        try {
            var json = EndpointForm.json(form);
            var key = FormToken.key(visit.request(), form, json.toString());
            written = writer.create(json, visit.visitor().caller(), key, visit.act());
        } catch (Problem problem) {
            return again(visit, form, placeOfNew(visit), null, problem);
        }
        var endpoint = written.endpoint();
        if (written.repeated()) {
            return Pages.done(EndpointFinder.page(endpoint), Notice.CREATED_BEFORE);
        }
        var href = EndpointFinder.page(endpoint).toString();
        var created =
                new Created(
                        IdKind.ENDPOINT.format(endpoint.id()),
                        href,
                        endpoint,
                        SecretPanel.of(href, endpoint, visit.now(), keyring.open(endpoint), true),
                        written.warning(),
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
        try {
            var written =
                    writer.change(
                                    endpoint.id(),
                                    EndpointForm.json(form),
                                    visit.scope(),
                                    visit.act())
                            .orElseThrow(() -> EndpointFinder.notFound(visit));
            return Pages.done(
                    EndpointFinder.page(endpoint),
                    written.warning() == null ? Notice.SAVED : Notice.SAVED_UNRESOLVED);
        } catch (Problem problem) {
            return again(visit, form, placeOf(visit, endpoint), endpoint, problem);
        }
    }

    /// The form as it was filled in, with what is wrong beside it.
    private Response again(
            Visit visit,
            Form form,
            EndpointForm.Place place,
            @Nullable Endpoint endpoint,
            Problem problem) {
        if (problem.type() == ProblemType.NOT_FOUND) {
            throw problem;
        }
        var typed = EndpointForm.typed(form, place, choices.all(), problem);
        return shown(visit, problem.type().status(), typed, endpoint);
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

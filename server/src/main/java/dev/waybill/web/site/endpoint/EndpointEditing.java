package dev.waybill.web.site.endpoint;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.ChangeEndpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Changed;
import dev.waybill.feature.endpoints.EndpointService.Created;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.SitePages;
import dev.waybill.web.site.SiteVisit;
import dev.waybill.web.text.EndpointText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates, changes and deletes endpoints through their form. The sites differ in their addresses,
/// in the options of the form, and in the layout around it.
public abstract class EndpointEditing<V extends SiteVisit> {

    private final Endpoints endpoints;
    private final EndpointService service;
    private final RevealedSecrets secrets;

    protected EndpointEditing(
            Endpoints endpoints, EndpointService service, RevealedSecrets secrets) {
        this.endpoints = endpoints;
        this.service = service;
        this.secrets = secrets;
    }

    /// The values that the template shows after an endpoint is created.
    ///
    /// @param warning a warning about the endpoint for its owner
    /// @param testable event types of which a test can be sent
    public record CreatedView(
            Endpoint endpoint,
            String href,
            SecretPanel secret,
            @Nullable String warning,
            List<String> testable) {

        public String id() {
            return IdKind.ENDPOINT.format(endpoint.id());
        }
    }

    protected abstract Caller caller(V visit);

    protected abstract EndpointForm.Choices choices();

    protected abstract List<String> testable();

    protected abstract EndpointForm.Place placeOfNew(V visit);

    protected abstract Link list();

    protected abstract Link page(Endpoint endpoint);

    /// The endpoint that the address names, or a problem.
    protected abstract Endpoint named(V visit);

    protected abstract Problem notFound(V visit);

    /// Shows the form.
    ///
    /// @param endpoint null for the form of a new one
    protected abstract Response shown(
            V visit, int status, EndpointForm form, @Nullable Endpoint endpoint);

    protected abstract Response created(V visit, CreatedView view);

    protected final Response create(V visit, Form form) {
        var input = new FormInput(form, new Violations());
        var key = FormToken.key(visit.request(), form);
        var command = EndpointForm.create(input, caller(visit), key);
        return switch (service.create(command, input.violations(), visit.actor())) {
            case Created.Done(var endpoint, var unresolved) ->
                    created(visit, view(visit, endpoint, unresolved));
            case Created.Repeated(var endpoint, _) ->
                    SitePages.done(page(endpoint), Notice.CREATED_BEFORE);
            case Created.Invalid(var violations) ->
                    invalid(visit, form, placeOfNew(visit), violations, null);
            case Created.TooMany(var max) -> refused(visit, form, EndpointText.tooMany(max));
            case Created.KeyReused _ -> refused(visit, form, Notice.RELOAD_FORM);
        };
    }

    private Response invalid(
            V visit,
            Form form,
            EndpointForm.Place place,
            List<Violation> violations,
            @Nullable Endpoint endpoint) {
        var invalid = EndpointForm.invalid(form, place, choices(), violations);
        return shown(visit, 422, invalid, endpoint);
    }

    private Response refused(V visit, Form form, String problem) {
        var refused = EndpointForm.refused(form, placeOfNew(visit), choices(), problem);
        return shown(visit, 409, refused, null);
    }

    private CreatedView view(V visit, Endpoint endpoint, @Nullable String unresolved) {
        var href = page(endpoint).toString();
        return new CreatedView(
                endpoint,
                href,
                SecretPanel.of(href, endpoint, visit.now(), secrets.open(endpoint), true),
                unresolved == null ? null : EndpointText.unresolved(unresolved),
                testable());
    }

    protected final Response showEdit(V visit) {
        var endpoint = named(visit);
        return shown(
                visit,
                200,
                EndpointForm.of(endpoint, placeOf(visit, endpoint), choices()),
                endpoint);
    }

    private EndpointForm.Place placeOf(V visit, Endpoint endpoint) {
        var page = page(endpoint).toString();
        return new EndpointForm.Place(page + "/edit", page, "Save", false, visit.request().id());
    }

    protected final Response change(V visit, Form form) {
        var endpoint = named(visit);
        var input = new FormInput(form, new Violations());
        var command = new ChangeEndpoint(endpoint.id(), visit.scope(), EndpointForm.update(input));
        return switch (service.change(command, input.violations(), visit.actor())) {
            case Changed.Done(_, var unresolved) ->
                    SitePages.done(
                            page(endpoint),
                            unresolved == null ? Notice.SAVED : Notice.SAVED_UNRESOLVED);
            case Changed.Invalid(var violations) ->
                    invalid(visit, form, placeOf(visit, endpoint), violations, endpoint);
            case Changed.NotFound _ -> throw notFound(visit);
        };
    }

    protected final Response delete(V visit, Form form) {
        if (!endpoints.delete(named(visit).id(), visit.scope(), visit.actor())) {
            throw notFound(visit);
        }
        return SitePages.done(list(), Notice.DELETED);
    }
}

package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Changed;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.page.JteEndpointRotateGenerated;
import dev.waybill.web.template.page.JteEndpointSecretGenerated;
import java.util.List;

/// `/ui/endpoints/{id}/reveal` and `/rotate`: secrets in clear, only in the answer to a form, so
/// that no address and no browser history contains them.
final class EndpointSecretsPage {

    private final EndpointFinder finder;
    private final EndpointService service;
    private final RevealedSecrets secrets;

    EndpointSecretsPage(Endpoints endpoints, EndpointService service, RevealedSecrets secrets) {
        this.finder = new EndpointFinder(endpoints);
        this.service = service;
        this.secrets = secrets;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/reveal", this::reveal),
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/rotate", this::rotate));
    }

    private Response reveal(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        return shown(visit, endpoint, secrets.reveal(endpoint, visit.actor()), false);
    }

    private Response rotate(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        var input = new FormInput(form, new Violations());
        var command = SecretPanel.rotation(input, endpoint, visit.scope());
        return switch (service.rotate(command, input.violations(), visit.actor())) {
            case Changed.Done(var rotated, _) -> shown(visit, rotated, secrets.open(rotated), true);
            case Changed.Invalid(var violations) -> refused(visit, endpoint, form, violations);
            case Changed.NotFound _ -> throw EndpointFinder.notFound(visit);
        };
    }

    /// The form again; nothing was changed.
    private static Response refused(
            Visit visit, Endpoint endpoint, Form form, List<Violation> violations) {
        var href = EndpointFinder.page(endpoint).toString();
        var panel = SecretPanel.hidden(href, endpoint, visit.now());
        var layout = layout(visit, endpoint);
        var filled = SecretPanel.refused(form, violations);
        return Pages.html(
                visit,
                422,
                Html.render(out ->
                        JteEndpointRotateGenerated.render(out, null, layout, panel, filled)));
    }

    private static Response shown(
            Visit visit, Endpoint endpoint, RevealedSecrets.Opened opened, boolean isNew) {
        var href = EndpointFinder.page(endpoint).toString();
        var panel = SecretPanel.of(href, endpoint, visit.now(), opened, isNew);
        var layout = layout(visit, endpoint);
        return Pages.html(
                visit,
                Html.render(out ->
                        JteEndpointSecretGenerated.render(out, null, layout, endpoint, panel)));
    }

    private static Layout layout(Visit visit, Endpoint endpoint) {
        return visit.layout(
                "Signing secret of " + IdKind.ENDPOINT.format(endpoint.id()),
                Section.ENDPOINTS,
                EndpointFinder.crumb(),
                EndpointFinder.crumb(endpoint));
    }
}

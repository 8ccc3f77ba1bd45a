package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.EndpointService;
import dev.waybill.feature.endpoints.EndpointService.Changed;
import dev.waybill.feature.endpoints.RevealedSecrets;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.portal.JteEndpointRotateGenerated;
import dev.waybill.web.template.portal.JteEndpointSecretGenerated;
import java.util.List;

/// `/portal/endpoints/{id}/reveal` and `/rotate`: a customer's secrets in clear, only in the answer
/// to a form.
public final class PortalSecretsPage {

    private final OwnEndpoints endpoints;
    private final EndpointService service;
    private final RevealedSecrets secrets;

    public PortalSecretsPage(
            OwnEndpoints endpoints, EndpointService service, RevealedSecrets secrets) {
        this.endpoints = endpoints;
        this.service = service;
        this.secrets = secrets;
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(
                pages.action(
                        Capability.REVEAL_SECRETS, "/portal/endpoints/{id}/reveal", this::reveal),
                pages.action(
                        Capability.REVEAL_SECRETS, "/portal/endpoints/{id}/rotate", this::rotate));
    }

    private Response reveal(PortalVisit visit, Form form) {
        var endpoint = endpoints.named(visit);
        return shown(visit, endpoint, secrets.reveal(endpoint, visit.actor()), false);
    }

    private Response rotate(PortalVisit visit, Form form) {
        var endpoint = endpoints.named(visit);
        var input = new FormInput(form, new Violations());
        var command = SecretPanel.rotation(input, endpoint, visit.scope());
        return switch (service.rotate(command, input.violations(), visit.actor())) {
            case Changed.Done(var rotated, _) -> shown(visit, rotated, secrets.open(rotated), true);
            case Changed.Invalid(var violations) -> refused(visit, endpoint, form, violations);
            case Changed.NotFound _ -> throw OwnEndpoints.notFound();
        };
    }

    /// The form again; nothing was changed.
    private static Response refused(
            PortalVisit visit, Endpoint endpoint, Form form, List<Violation> violations) {
        var href = OwnEndpoints.page(endpoint).toString();
        var panel = SecretPanel.hidden(href, endpoint, visit.now());
        var layout = layout(visit, endpoint);
        var filled = SecretPanel.refused(form, violations);
        return PortalPages.html(
                visit,
                422,
                Html.render(out ->
                        JteEndpointRotateGenerated.render(out, null, layout, panel, filled)));
    }

    private static PortalLayout layout(PortalVisit visit, Endpoint endpoint) {
        return visit.layout(
                "Signing secret of " + IdKind.ENDPOINT.format(endpoint.id()),
                Tab.ENDPOINTS,
                OwnEndpoints.crumb(),
                OwnEndpoints.crumb(endpoint));
    }

    private static Response shown(
            PortalVisit visit, Endpoint endpoint, RevealedSecrets.Opened opened, boolean isNew) {
        var href = OwnEndpoints.page(endpoint).toString();
        var panel = SecretPanel.of(href, endpoint, visit.now(), opened, isNew);
        var layout = layout(visit, endpoint);
        return PortalPages.html(
                visit,
                Html.render(out -> JteEndpointSecretGenerated.render(out, null, layout, panel)));
    }
}

package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.web.api.Keyring;
import dev.waybill.web.dashboard.EndpointSecretsPage;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.portal.JteEndpointRotateGenerated;
import dev.waybill.web.template.portal.JteEndpointSecretGenerated;
import java.util.List;

/// `/portal/endpoints/{id}/reveal` and `/rotate`: a customer's secrets in clear, on the answer to a
/// form and on no other page.
public final class PortalSecretsPage {

    private final OwnEndpoints endpoints;
    private final Keyring keyring;

    public PortalSecretsPage(OwnEndpoints endpoints, Keyring keyring) {
        this.endpoints = endpoints;
        this.keyring = keyring;
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
        return shown(visit, endpoint, keyring.reveal(endpoint, visit.act()), false);
    }

    private Response rotate(PortalVisit visit, Form form) {
        var endpoint = endpoints.named(visit);
        try {
            var json = EndpointSecretsPage.rotation(form);
            var rotated =
                    keyring.rotate(endpoint, json, visit.scope(), visit.act())
                            .orElseThrow(OwnEndpoints::notFound);
            return shown(visit, rotated, keyring.open(rotated), true);
        } catch (Problem problem) {
            if (problem.type() != ProblemType.INVALID) {
                throw problem;
            }
            return refused(visit, endpoint, form, problem);
        }
    }

    /// The form again, and nothing was changed.
    private static Response refused(
            PortalVisit visit, Endpoint endpoint, Form form, Problem problem) {
        var href = OwnEndpoints.page(endpoint).toString();
        var panel = SecretPanel.hidden(href, endpoint, visit.now());
        var layout = layout(visit, endpoint);
        var filled = SecretPanel.refused(form, problem);
        return PortalPages.html(
                visit,
                problem.type().status(),
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
            PortalVisit visit, Endpoint endpoint, Keyring.Opened opened, boolean isNew) {
        var href = OwnEndpoints.page(endpoint).toString();
        var panel = SecretPanel.of(href, endpoint, visit.now(), opened, isNew);
        var layout = layout(visit, endpoint);
        return PortalPages.html(
                visit,
                Html.render(out -> JteEndpointSecretGenerated.render(out, null, layout, panel)));
    }
}

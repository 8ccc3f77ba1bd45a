package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.api.Keyring;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.template.page.JteEndpointRotateGenerated;
import dev.waybill.web.template.page.JteEndpointSecretGenerated;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/endpoints/{id}/reveal` and `/rotate`: secrets in clear, on the answer to a form and on no
/// other page, so that no address and no history holds one.
public final class EndpointSecretsPage {

    private final EndpointFinder finder;
    private final Keyring keyring;

    public EndpointSecretsPage(Endpoints endpoints, Keyring keyring) {
        this.finder = new EndpointFinder(endpoints);
        this.keyring = keyring;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/reveal", this::reveal),
                pages.action(Right.CHANGE, "/ui/endpoints/{id}/rotate", this::rotate));
    }

    private Response reveal(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        return shown(visit, endpoint, keyring.reveal(endpoint, visit.act()), false);
    }

    private Response rotate(Visit visit, Form form) {
        var endpoint = finder.of(visit);
        try {
            var rotated =
                    keyring.rotate(endpoint, rotation(form), visit.scope(), visit.act())
                            .orElseThrow(() -> EndpointFinder.notFound(visit));
            return shown(visit, rotated, keyring.open(rotated), true);
        } catch (Problem problem) {
            if (problem.type() != ProblemType.INVALID) {
                throw problem;
            }
            return refused(visit, endpoint, form, problem);
        }
    }

    /// The form again, and nothing was changed.
    private static Response refused(Visit visit, Endpoint endpoint, Form form, Problem problem) {
        var href = EndpointFinder.page(endpoint).toString();
        var panel = SecretPanel.hidden(href, endpoint, visit.now());
        var layout = layout(visit, endpoint);
        var filled = SecretPanel.refused(form, problem);
        return Pages.html(
                visit,
                problem.type().status(),
                Html.render(out ->
                        JteEndpointRotateGenerated.render(out, null, layout, panel, filled)));
    }

    /// What a form asks for, as a request to the API would.
    public static ObjectNode rotation(Form form) {
        var json = JsonNodeFactory.instance.objectNode();
        var overlap = form.text("overlap_seconds");
        if (overlap.matches("[0-9]{1,9}")) {
            json.put("overlap_seconds", Integer.parseInt(overlap));
        } else if (!overlap.isEmpty()) {
            throw Problem.invalid("/overlap_seconds", "Choose for how long both secrets count.");
        }
        for (var name : List.of("signature", "secret")) {
            if (!form.text(name).isEmpty()) {
                json.put(name, form.text(name));
            }
        }
        return json;
    }

    private static Response shown(
            Visit visit, Endpoint endpoint, Keyring.Opened opened, boolean isNew) {
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

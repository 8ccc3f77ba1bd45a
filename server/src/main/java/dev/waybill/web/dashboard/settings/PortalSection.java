package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.access.Right;
import dev.waybill.feature.portal.PortalLook;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.web.api.PortalFields;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JtePortalGenerated;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;

/// `/ui/settings/portal`: how the portal looks to customers.
public final class PortalSection {

    private static final String PATH = SettingsTab.PORTAL.path();
    private static final List<String> FIELDS = List.of("product", "accent", "return_url");

    private final PortalSettings settings;

    public PortalSection(PortalSettings settings) {
        this.settings = settings;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.ADMINISTER_SHARED, PATH, visit -> form(visit, 200, now())),
                pages.action(Right.ADMINISTER_SHARED, PATH, this::save));
    }

    private FormState now() {
        PortalLook look = settings.look();
        return FormState.of(
                Map.of(
                        "product",
                        look.product(),
                        "accent",
                        look.accent() == null ? "" : look.accent(),
                        "return_url",
                        look.returnUrl() == null ? "" : look.returnUrl()));
    }

    private Response save(Visit visit, Form form) {
        var json = JsonNodeFactory.instance.objectNode();
        for (var name : FIELDS) {
            json.put(name, form.text(name).isEmpty() ? null : form.text(name));
        }
        try {
            settings.changeLook(before -> PortalFields.look(json, before), visit.act());
            return Pages.done(Link.to(PATH), Notice.PORTAL_SAVED);
        } catch (Problem refusal) {
            var filled = FormState.of(form, FIELDS.toArray(String[]::new)).refused(refusal);
            return form(visit, refusal.type().status(), filled);
        }
    }

    private static Response form(Visit visit, int status, FormState filled) {
        var layout = SettingsTab.PORTAL.layout(visit);
        return Pages.html(
                visit,
                status,
                Html.render(out -> JtePortalGenerated.render(out, null, layout, filled)));
    }
}

package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.portal.ChangePortalLook;
import dev.waybill.feature.portal.PortalLook;
import dev.waybill.feature.portal.PortalSettings;
import dev.waybill.feature.portal.PortalSettings.LookChanged;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JtePortalGenerated;
import java.util.List;
import java.util.Map;

/// `/ui/settings/portal`: the look of the portal.
public final class PortalSection {

    private static final String PATH = SettingsTab.PORTAL.path();
    private static final String[] FIELDS = {"product", "accent", "return_url"};

    /// How the form names its fields.
    private static final Map<String, String> TITLES =
            Map.of(
                    "product",
                    "The product",
                    "accent",
                    "The accent",
                    "return_url",
                    "The return URL");

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
        var input = new FormInput(form, new Violations());
        var command =
                new ChangePortalLook(
                        input.text("product"), input.text("accent"), input.text("return_url"));
        return switch (settings.changeLook(command, input.violations(), visit.actor())) {
            case LookChanged.Done _ -> Pages.done(Link.to(PATH), Notice.PORTAL_SAVED);
            case LookChanged.Invalid(var all) ->
                    form(visit, 422, FormState.of(form, FIELDS).refused(all, TITLES));
        };
    }

    private static Response form(Visit visit, int status, FormState filled) {
        var layout = SettingsTab.PORTAL.layout(visit);
        return Pages.html(
                visit,
                status,
                Html.render(out -> JtePortalGenerated.render(out, null, layout, filled)));
    }
}

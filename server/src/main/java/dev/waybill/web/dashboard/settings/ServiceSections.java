package dev.waybill.web.dashboard.settings;

import dev.waybill.domain.access.Right;
import dev.waybill.feature.deliveries.ServiceFacts;
import dev.waybill.feature.retention.forget.KeptDays;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.settings.JteAboutGenerated;
import dev.waybill.web.template.settings.JteNetworkGenerated;
import dev.waybill.web.template.settings.JtePreferencesGenerated;
import dev.waybill.web.template.settings.JteRetentionGenerated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The read-only sections: the settings of the service, its environment, and the visitor's
/// preferences.
public final class ServiceSections {

    private final Installation installation;
    private final List<SettingLine> retention;
    private final List<SettingLine> network;
    private final KeptDays days;
    private final ServiceFacts facts;

    public ServiceSections(
            Installation installation,
            List<SettingLine> retention,
            List<SettingLine> network,
            KeptDays days,
            ServiceFacts facts) {
        this.installation = installation;
        this.retention = List.copyOf(retention);
        this.network = List.copyOf(network);
        this.days = days;
        this.facts = facts;
    }

    /// Facts about this process.
    ///
    /// @param data the folder of the embedded PostgreSQL; null for one of the operator's
    public record Installation(
            String version, String java, @Nullable String data, Instant startedAt) {}

    /// The retention that the template shows.
    public record Kept(List<SettingLine> settings, List<KeptDays.Days> days) {}

    /// The facts about the service that the template shows.
    public record About(
            Installation installation, ServiceFacts.Storage storage, List<Instant> processes) {}

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, Section.SETTINGS.path(), SettingsTab::first),
                pages.page(Right.READ, SettingsTab.RETENTION.path(), this::retention),
                pages.page(Right.READ, SettingsTab.NETWORK.path(), this::network),
                pages.page(Right.READ, SettingsTab.PREFERENCES.path(), this::preferences),
                pages.page(Right.READ, SettingsTab.ABOUT.path(), this::about));
    }

    private Response retention(Visit visit) {
        var layout = SettingsTab.RETENTION.layout(visit);
        var kept = new Kept(retention, days.all());
        return Pages.html(
                visit, Html.render(out -> JteRetentionGenerated.render(out, null, layout, kept)));
    }

    private Response network(Visit visit) {
        var layout = SettingsTab.NETWORK.layout(visit);
        return Pages.html(
                visit, Html.render(out -> JteNetworkGenerated.render(out, null, layout, network)));
    }

    private Response preferences(Visit visit) {
        var layout = SettingsTab.PREFERENCES.layout(visit);
        return Pages.html(
                visit, Html.render(out -> JtePreferencesGenerated.render(out, null, layout)));
    }

    private Response about(Visit visit) {
        var layout = SettingsTab.ABOUT.layout(visit);
        var about = new About(installation, facts.storage(), facts.processes());
        return Pages.html(
                visit, Html.render(out -> JteAboutGenerated.render(out, null, layout, about)));
    }
}

package dev.waybill.web.dashboard.alerts;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.alerts.Alert;
import dev.waybill.feature.alerts.AlertService;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.AlertLine;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteAlertsGenerated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/alerts`: the alerts that fire, and those that have resolved.
public final class AlertsPage {

    private static final int FIRING_MAX = 200;
    private static final int ROWS_MAX = 50;

    private final AlertService alerts;

    AlertsPage(AlertService alerts) {
        this.alerts = alerts;
    }

    /// What the template shows.
    ///
    /// @param evaluatedAt when the rules were last evaluated; null if never
    /// @param older where the history goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            List<AlertLine> firing,
            List<AlertLine> history,
            @Nullable Instant evaluatedAt,
            @Nullable String older,
            @Nullable String newest) {}

    List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.ALERTS.path(), this::show));
    }

    private Response show(Visit visit) {
        var before = visit.param("before").flatMap(IdKind.ALERT::parse);
        var firing =
                before.isPresent()
                        ? List.<Alert>of()
                        : alerts.page(
                                visit.scope(), null, false, DeliveryList.AFTER_ALL, FIRING_MAX);
        var history =
                alerts.page(
                        visit.scope(), null, true, before.orElse(DeliveryList.AFTER_ALL), ROWS_MAX);
        var older =
                history.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.ALERT.format(history.getLast().id()))
                                .toString();
        var listed =
                new Listed(
                        lines(firing, visit),
                        lines(history, visit),
                        alerts.evaluatedAt(),
                        older,
                        before.isEmpty() ? null : visit.here().without("before").toString());
        var layout = visit.layout("Alerts", Section.ALERTS);
        return Pages.html(
                visit, Html.render(out -> JteAlertsGenerated.render(out, null, layout, listed)));
    }

    private static List<AlertLine> lines(List<Alert> alerts, Visit visit) {
        return alerts.stream().map(alert -> AlertLine.of(alert, visit.now())).toList();
    }
}

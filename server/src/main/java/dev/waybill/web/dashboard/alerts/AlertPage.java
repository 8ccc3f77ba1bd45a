package dev.waybill.web.dashboard.alerts;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.alerts.Alert;
import dev.waybill.feature.alerts.AlertService;
import dev.waybill.feature.alerts.AlertService.Changed;
import dev.waybill.feature.notifications.Channels;
import dev.waybill.feature.notifications.Outbox;
import dev.waybill.feature.notifications.SentNotification;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.AlertLine;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormProblem;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteAlertGenerated;
import dev.waybill.web.text.AlertText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/ui/alerts/{id}`: one alert, what was sent about it, and who takes care of it.
public final class AlertPage {

    private static final String PATH = Section.ALERTS.path() + "/{id}";
    private static final Map<String, String> TITLES =
            Map.of("note", "The note", "seconds", "The time");

    private final AlertService alerts;
    private final Outbox outbox;
    private final Channels channels;

    AlertPage(AlertService alerts, Outbox outbox, Channels channels) {
        this.alerts = alerts;
        this.outbox = outbox;
        this.channels = channels;
    }

    /// What the template shows.
    ///
    /// @param endpoint the page of the endpoint; null for an alert of the service
    public record Shown(AlertLine line, @Nullable String endpoint, List<Sent> sent) {

        public Alert alert() {
            return line.alert();
        }

        public boolean isFiring() {
            return !alert().state().isResolved();
        }
    }

    /// A notification.
    ///
    /// @param to the name of the channel, or the address of the owner
    public record Sent(SentNotification notification, String to, StatusBadge badge) {}

    List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, PATH, this::show),
                pages.action(Right.SUPERVISE, PATH + "/acknowledge", this::acknowledge),
                pages.action(Right.SUPERVISE, PATH + "/snooze", this::snooze));
    }

    private Response show(Visit visit) {
        var alert = alerts.find(id(visit), visit.scope()).orElseThrow(() -> notFound(visit));
        var endpointId = alert.endpointId();
        var shown =
                new Shown(
                        AlertLine.of(alert, visit.now()),
                        endpointId == null
                                ? null
                                : Section.ENDPOINTS.path()
                                        + "/"
                                        + IdKind.ENDPOINT.format(endpointId),
                        visit.scope().appId() == null ? sent(alert) : List.of());
        var layout =
                visit.layout(
                        shown.line().id(),
                        Section.ALERTS,
                        new Layout.Crumb(Section.ALERTS.title(), Section.ALERTS.path()));
        return Pages.html(
                visit, Html.render(out -> JteAlertGenerated.render(out, null, layout, shown)));
    }

    private List<Sent> sent(Alert alert) {
        var names = new HashMap<UUID, String>();
        channels.list().forEach(channel -> names.put(channel.id(), channel.name()));
        return outbox.ofAlert(alert.id()).stream().map(one -> sent(one, names)).toList();
    }

    private static Sent sent(SentNotification one, Map<UUID, String> names) {
        var channel = one.channelId();
        var to =
                channel == null
                        ? String.valueOf(one.address())
                        : names.getOrDefault(channel, "a deleted channel");
        var badge =
                switch (one.state()) {
                    case SENT -> StatusBadge.DELIVERED;
                    case FAILED -> StatusBadge.FAILED;
                    case PENDING ->
                            one.lastError() == null ? StatusBadge.PENDING : StatusBadge.RETRYING;
                };
        return new Sent(one, to, badge);
    }

    private Response acknowledge(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var note = input.text("note").orNull();
        return changed(
                visit,
                alerts.acknowledge(
                        id(visit), visit.scope(), note, input.violations(), visit.actor()),
                Notice.ALERT_ACKNOWLEDGED);
    }

    private Response snooze(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var seconds = input.whole("seconds", AlertService.SNOOZE_SECONDS).orNull();
        return changed(
                visit,
                alerts.snooze(id(visit), visit.scope(), seconds, input.violations(), visit.actor()),
                Notice.ALERT_SNOOZED);
    }

    private static Response changed(Visit visit, Changed result, Notice notice) {
        return switch (result) {
            case Changed.Done(var alert) ->
                    Pages.done(Link.to(AlertLine.of(alert, visit.now()).href()), notice);
            case Changed.Invalid(var all) -> throw FormProblem.of(all, TITLES);
            case Changed.NotFound _ -> throw notFound(visit);
            case Changed.Resolved _ ->
                    throw Problem.of(ProblemType.CONFLICT, AlertText.ALREADY_RESOLVED);
        };
    }

    private static UUID id(Visit visit) {
        return IdKind.ALERT.parse(visit.request().part("id")).orElseThrow(() -> notFound(visit));
    }

    private static Problem notFound(Visit visit) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                AlertText.notFound(SafeText.text(visit.request().part("id"))));
    }
}

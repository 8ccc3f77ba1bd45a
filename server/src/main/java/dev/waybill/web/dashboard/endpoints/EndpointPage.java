package dev.waybill.web.dashboard.endpoints;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.StateChange;
import dev.waybill.feature.alerts.AlertService;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.web.dashboard.redelivery.CancelPage;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.AlertLine;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.site.text.EndpointMessages;
import dev.waybill.web.template.page.JteEndpointGenerated;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/endpoints/{id}`: the health, settings and history of one endpoint.
public final class EndpointPage {

    private static final int HISTORY_MAX = 20;
    private static final int ALERTS_MAX = 10;

    private final EndpointFinder finder;
    private final EndpointStates states;
    private final EndpointFigures figures;
    private final EndpointChoices choices;
    private final HeldLanes lanes;
    private final AlertService alerts;
    private final AccessCache accessCache;

    public EndpointPage(
            Endpoints endpoints,
            EndpointStates states,
            EndpointFigures figures,
            EndpointChoices choices,
            HeldLanes lanes,
            AlertService alerts,
            AccessCache accessCache) {
        this.finder = new EndpointFinder(endpoints);
        this.states = states;
        this.figures = figures;
        this.choices = choices;
        this.lanes = lanes;
        this.alerts = alerts;
        this.accessCache = accessCache;
    }

    /// The values that the template shows.
    ///
    /// @param testable the event types that a test event can be of
    /// @param since the times that a replay of the endpoint can begin at
    public record Shown(
            Endpoint endpoint,
            String app,
            Period period,
            EndpointFigures.Figures figures,
            SecretPanel secret,
            List<String> testable,
            HeldLanes.Panel lanes,
            List<StateChange> history,
            List<AlertLine> alerts,
            List<Since> since) {

        public String id() {
            return IdKind.ENDPOINT.format(endpoint.id());
        }

        public String href() {
            return EndpointFinder.page(endpoint).toString();
        }

        /// The list of its deliveries in the period.
        public String deliveries() {
            return period.in(EndpointFigures.list(endpoint)).toString();
        }

        public List<StateAction> actions() {
            return StateAction.of(endpoint.state());
        }

        /// When it was disabled; null if it is not.
        public @Nullable Instant disabledAt() {
            return endpoint.state() == EndpointState.DISABLED ? endpoint.standing().since() : null;
        }

        public boolean isActive() {
            return endpoint.state() == EndpointState.ACTIVE;
        }

        /// The reason for its state; null if none was given.
        public @Nullable String reason() {
            var reason = endpoint.standing().reason();
            return reason == null ? null : Format.words(reason);
        }

        /// Names the retry policy.
        public String policy() {
            var policy = endpoint.retryPolicy();
            if (policy == null) {
                return EndpointMessages.INHERITED_POLICY;
            }
            return policy.startsWith("{") ? EndpointMessages.OWN_POLICY : policy;
        }

        public List<String> ownHeaders() {
            return endpoint.credentials().headers().names();
        }

        public String releaseHref() {
            return href() + "/lanes/release";
        }

        public String cancelHref() {
            return Link.to(CancelPage.PATH).with("endpoint", id()).toString();
        }
    }

    /// A change of the endpoint's state that is possible now.
    public record StateAction(EndpointAction action) {

        private static List<StateAction> of(EndpointState state) {
            var possible =
                    switch (state) {
                        case ACTIVE -> List.of(EndpointAction.PAUSE, EndpointAction.DISABLE);
                        case PAUSED -> List.of(EndpointAction.RESUME, EndpointAction.DISABLE);
                        case DISABLED -> List.of(EndpointAction.ENABLE);
                    };
            return possible.stream().map(StateAction::new).toList();
        }

        public String code() {
            return action.code();
        }

        public String title() {
            return Format.title(action.code());
        }

        /// The class by which the stylesheet colours its button.
        public String tone() {
            return switch (action) {
                case DISABLE -> "danger";
                case PAUSE -> "";
                case RESUME, ENABLE -> "primary";
            };
        }
    }

    /// A time that a replay can begin at.
    public record Since(String words, String time) {}

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, "/ui/endpoints/{id}", this::show));
    }

    private Response show(Visit visit) {
        var shown = shown(visit, finder.of(visit));
        var layout = visit.layout(shown.id(), Section.ENDPOINTS, EndpointFinder.crumb());
        return Pages.html(
                visit, Html.render(out -> JteEndpointGenerated.render(out, null, layout, shown)));
    }

    private Shown shown(Visit visit, Endpoint endpoint) {
        var period = Period.of(visit).inSums(visit.now());
        var figured = figures.of(endpoint, visit.scope(), period, visit.now());
        return new Shown(
                endpoint,
                accessCache.uid(endpoint.appId()),
                period,
                figured,
                SecretPanel.hidden(EndpointFinder.page(endpoint).toString(), endpoint, visit.now()),
                choices.testable(true),
                lanes.of(endpoint),
                states.history(endpoint.id(), DeliveryList.AFTER_ALL, HISTORY_MAX),
                alerts(visit, endpoint),
                since(figured.lastSuccess(), visit.now()));
    }

    private List<AlertLine> alerts(Visit visit, Endpoint endpoint) {
        return alerts
                .page(visit.scope(), endpoint.id(), null, DeliveryList.AFTER_ALL, ALERTS_MAX)
                .stream()
                .map(alert -> AlertLine.of(alert, visit.now()))
                .toList();
    }

    private static List<Since> since(@Nullable Instant lastSuccess, Instant now) {
        var choices = new ArrayList<Since>();
        if (lastSuccess != null) {
            choices.add(new Since("its last success", Timestamps.format(lastSuccess)));
        }
        choices.add(ago("1 hour ago", Duration.ofHours(1), now));
        choices.add(ago("24 hours ago", Duration.ofDays(1), now));
        choices.add(ago("3 days ago", Duration.ofDays(3), now));
        choices.add(ago("7 days ago", Duration.ofDays(7), now));
        return choices;
    }

    private static Since ago(String words, Duration length, Instant now) {
        return new Since(words, Timestamps.format(now.minus(length)));
    }
}

package dev.waybill.web.portal;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.routing.EndpointStates;
import dev.waybill.engine.routing.HealthLedger;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.notifications.OwnerAddress;
import dev.waybill.feature.notifications.OwnerAddresses;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.stats.StatSeries;
import dev.waybill.feature.stats.StatSeries.Slot;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.StatusBadge;
import dev.waybill.web.site.chart.Bars;
import dev.waybill.web.site.chart.Charts;
import dev.waybill.web.site.endpoint.EndpointChoices;
import dev.waybill.web.site.endpoint.Health;
import dev.waybill.web.site.endpoint.Healths;
import dev.waybill.web.site.endpoint.SecretPanel;
import dev.waybill.web.site.text.EndpointMessages;
import dev.waybill.web.template.portal.JteEndpointGenerated;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/portal/endpoints/{id}`: the health of a customer's endpoint, and its signing secret.
public final class PortalEndpointPage {

    private static final int DELIVERIES_MAX = 10;

    /// The reasons that the service itself gives.
    private static final Map<String, String> WHY =
            Map.of(
                    Reason.GONE.code(),
                    EndpointMessages.GONE,
                    HealthLedger.CONSECUTIVE_FAILURES,
                    EndpointMessages.CONSECUTIVE_FAILURES,
                    HealthLedger.NO_SUCCESS,
                    EndpointMessages.NO_SUCCESS,
                    EndpointStates.REQUESTED,
                    EndpointMessages.REQUESTED);

    private final OwnEndpoints endpoints;
    private final StatQuery stats;
    private final StatSeries series;
    private final Healths healths;
    private final DeliveryList list;
    private final EndpointChoices choices;
    private final OwnerAddresses owners;

    public PortalEndpointPage(
            OwnEndpoints endpoints,
            StatQuery stats,
            StatSeries series,
            Healths healths,
            DeliveryList list,
            EndpointChoices choices,
            OwnerAddresses owners) {
        this.endpoints = endpoints;
        this.stats = stats;
        this.series = series;
        this.healths = healths;
        this.list = list;
        this.choices = choices;
        this.owners = owners;
    }

    /// The values that the template shows.
    ///
    /// @param testable the event types that a test event can be of
    /// @param sendKey the idempotency key of the form
    /// @param ownerState whether the owner gets mail; null without an owner
    public record Shown(
            Endpoint endpoint,
            Health health,
            Period period,
            Figures figures,
            List<Recent> recent,
            SecretPanel secret,
            List<String> testable,
            String sendKey,
            OwnerAddress.@Nullable State ownerState) {

        public String id() {
            return IdKind.ENDPOINT.format(endpoint.id());
        }

        /// The reason for a state that is not active. Reasons that an operator wrote are not shown
        /// to customers.
        public String why() {
            return WHY.getOrDefault(
                    Objects.requireNonNullElse(endpoint.standing().reason(), ""),
                    EndpointMessages.BY_PLATFORM);
        }

        public boolean isActive() {
            return endpoint.state() == EndpointState.ACTIVE;
        }

        public boolean isPaused() {
            return endpoint.state() == EndpointState.PAUSED;
        }

        public boolean isDisabled() {
            return endpoint.state() == EndpointState.DISABLED;
        }

        public String href() {
            return Tab.ENDPOINTS.path() + "/" + id();
        }

        public boolean isUnconfirmed() {
            return ownerState == OwnerAddress.State.UNCONFIRMED;
        }

        public String deliveries() {
            return period.in(Link.to(Tab.DELIVERIES.path()).with("endpoint", id())).toString();
        }
    }

    /// The figures of the endpoint in the period.
    ///
    /// @param response the 95th percentile of the response times
    /// @param slots the values of the chart
    public record Figures(
            String delivered, String success, String response, Bars throughput, List<Slot> slots) {

        private static Figures of(Counts total, List<Slot> slots) {
            return new Figures(
                    Format.number(total.delivered()),
                    Format.percent(total.delivered(), total.delivered() + total.dead()),
                    total.response().total() == 0
                            ? "–"
                            : Format.millis(total.response().quantile(0.95)),
                    Charts.throughput(slots),
                    slots);
        }
    }

    /// One of its latest deliveries.
    public record Recent(String id, StatusBadge badge, String eventType, Instant createdAt) {

        public String href() {
            return Tab.DELIVERIES.path() + "/" + id;
        }
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(
                pages.page("/portal/endpoints/{id}", this::show),
                pages.action(
                        Capability.MANAGE_ENDPOINTS,
                        "/portal/endpoints/{id}/confirm_owner",
                        this::confirm));
    }

    private Response show(PortalVisit visit) {
        var shown = shown(visit, endpoints.named(visit));
        var layout = visit.layout(shown.id(), Tab.ENDPOINTS, OwnEndpoints.crumb());
        return PortalPages.html(
                visit, Html.render(out -> JteEndpointGenerated.render(out, null, layout, shown)));
    }

    private Shown shown(PortalVisit visit, Endpoint endpoint) {
        var period = Period.of(visit).inSums(visit.now());
        var range = new Range(visit.scope(), endpoint.id(), null, period.since(), period.until());
        var total = stats.total(range, Depth.ANSWERS);
        var slots = series.slots(range, period.step(visit.now()));
        return new Shown(
                endpoint,
                healths.of(List.of(endpoint), visit.scope(), visit.now())
                        .getOrDefault(endpoint.id(), Health.QUIET),
                period,
                Figures.of(total, slots),
                recent(visit, endpoint),
                SecretPanel.hidden(OwnEndpoints.page(endpoint).toString(), endpoint, visit.now()),
                visit.session().may(Capability.SEND_TESTS) ? choices.testable(false) : List.of(),
                visit.request().id(),
                ownerState(endpoint));
    }

    private OwnerAddress.@Nullable State ownerState(Endpoint endpoint) {
        var address = endpoint.ownerEmail();
        return address == null
                ? null
                : owners.find(endpoint.appId(), address)
                        .map(OwnerAddress::state)
                        .orElse(OwnerAddress.State.UNCONFIRMED);
    }

    /// Sends another confirmation to the owner.
    private Response confirm(PortalVisit visit, Form form) {
        var endpoint = endpoints.named(visit);
        var address = endpoint.ownerEmail();
        boolean sent = address != null && owners.askAgain(endpoint.appId(), address);
        return PortalPages.done(
                OwnEndpoints.page(endpoint),
                sent ? Notice.CONFIRMATION_SENT : Notice.CONFIRMATION_LIMITED);
    }

    private List<Recent> recent(PortalVisit visit, Endpoint endpoint) {
        var filter = DeliveryFilter.ofEndpoint(endpoint.id());
        return list
                .page(visit.scope(), filter, DeliveryList.AFTER_ALL, DELIVERIES_MAX)
                .rows()
                .stream()
                .map(PortalEndpointPage::recent)
                .toList();
    }

    private static Recent recent(DeliveryView delivery) {
        return new Recent(
                IdKind.DELIVERY.format(delivery.id()),
                StatusBadge.of(delivery),
                delivery.event().type(),
                delivery.createdAt());
    }
}

package dev.waybill.ui.portal;

import dev.waybill.domain.DeliveryState;
import dev.waybill.domain.IdKind;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.AttemptCode;
import dev.waybill.query.DeliveryFilter;
import dev.waybill.query.DeliveryList;
import dev.waybill.query.DeliveryQuery;
import dev.waybill.query.DeliveryView;
import dev.waybill.query.EventQuery;
import dev.waybill.query.EventView;
import dev.waybill.query.Page;
import dev.waybill.ui.Html;
import dev.waybill.ui.Mark;
import dev.waybill.ui.page.EndpointNames;
import dev.waybill.ui.page.TimeRange;
import dev.waybill.ui.template.portal.JteDeliveriesGenerated;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// `/portal/deliveries`: what was sent to a customer, and what came of it.
public final class PortalDeliveriesPage {

    private static final int ROWS_MAX = 50;

    /// In the address: however old.
    private static final String ALL_TIME = "all";

    private final DeliveryList list;
    private final DeliveryQuery deliveries;
    private final EventQuery events;
    private final EndpointNames names;

    public PortalDeliveriesPage(
            DeliveryList list, DeliveryQuery deliveries, EventQuery events, EndpointNames names) {
        this.list = list;
        this.deliveries = deliveries;
        this.events = events;
        this.names = names;
    }

    /// What the address asks for.
    ///
    /// @param text the id of a delivery or an event
    /// @param range null where everything is meant that there is
    public record Search(
            String text,
            @Nullable DeliveryState state,
            @Nullable String type,
            @Nullable UUID endpoint,
            @Nullable TimeRange range,
            @Nullable UUID before) {

        static Search of(PortalVisit visit) {
            var range = visit.param("range");
            return new Search(
                    plain(visit, "q").orElse(""),
                    visit.param("state").flatMap(DeliveryState::of).orElse(null),
                    plain(visit, "type").orElse(null),
                    visit.param("endpoint").flatMap(IdKind.ENDPOINT::parse).orElse(null),
                    range.filter(ALL_TIME::equals).isPresent() ? null : TimeRange.of(range),
                    visit.param("before").flatMap(IdKind.DELIVERY::parse).orElse(null));
        }

        /// PostgreSQL takes no NUL, and no filter has use for the others.
        private static Optional<String> plain(PortalVisit visit, String name) {
            return visit.param(name)
                    .filter(text -> text.chars().noneMatch(Character::isISOControl));
        }

        private DeliveryFilter filter(Instant now) {
            return new DeliveryFilter(
                    state,
                    null,
                    endpoint,
                    type,
                    null,
                    range == null ? null : range.since(now),
                    null,
                    null,
                    null);
        }

        public boolean isNarrowed() {
            return !text.isEmpty() || state != null || type != null || endpoint != null;
        }

        public String endpointId() {
            return endpoint == null ? "" : IdKind.ENDPOINT.format(endpoint);
        }
    }

    /// What the template shows.
    ///
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            Search search, List<Row> rows, @Nullable String older, @Nullable String newest) {

        /// Only the beginning of a list has anything new.
        public boolean isLive() {
            return newest == null && search.text.isEmpty();
        }
    }

    /// One delivery in the list.
    public record Row(
            String id,
            Mark mark,
            String eventType,
            String endpoint,
            List<AttemptCode> codes,
            int attempts,
            @Nullable Instant nextAttemptAt,
            Instant createdAt) {

        public String href() {
            return Tab.DELIVERIES.path() + "/" + id;
        }
    }

    public List<Route> routes(PortalPages pages) {
        return List.of(pages.page(Tab.DELIVERIES.path(), this::show));
    }

    private Response show(PortalVisit visit) {
        var search = Search.of(visit);
        if (!search.text().isEmpty()) {
            return found(visit, search);
        }
        var before = search.before() == null ? DeliveryList.AFTER_ALL : search.before();
        return shown(
                visit,
                search,
                list.page(visit.scope(), search.filter(visit.now()), before, ROWS_MAX));
    }

    /// An id leads to what it names; an event's to its deliveries.
    private Response found(PortalVisit visit, Search search) {
        if (IdKind.DELIVERY.parse(search.text()).isPresent()) {
            return Response.seeOther(Tab.DELIVERIES.path() + "/" + search.text());
        }
        var rows =
                events.resolve(search.text(), visit.scope())
                        .flatMap(event -> events.find(event, visit.scope()))
                        .map(EventView::deliveries)
                        .orElseGet(List::of);
        return shown(visit, search, new Page<>(rows.reversed(), null));
    }

    private Response shown(PortalVisit visit, Search search, Page<DeliveryView> page) {
        var codes = deliveries.codes(page.rows().stream().map(DeliveryView::id).toList());
        var rows =
                page.rows().stream()
                        .map(row -> row(row, codes.getOrDefault(row.id(), List.of())))
                        .toList();
        var here = visit.here();
        var older =
                page.last() == null
                        ? null
                        : here.with("before", IdKind.DELIVERY.format(page.last())).toString();
        var newest = search.before() == null ? null : here.without("before").toString();
        var listed = new Listed(search, rows, older, newest);
        var layout = visit.layout("Deliveries", Tab.DELIVERIES);
        return PortalPages.html(
                visit,
                Html.render(out -> JteDeliveriesGenerated.render(out, null, layout, listed)));
    }

    private Row row(DeliveryView delivery, List<AttemptCode> codes) {
        return new Row(
                IdKind.DELIVERY.format(delivery.id()),
                Mark.of(delivery),
                delivery.eventType(),
                names.of(delivery.endpointId()).text(),
                codes,
                delivery.attempts(),
                delivery.nextAttemptAt(),
                delivery.createdAt());
    }
}

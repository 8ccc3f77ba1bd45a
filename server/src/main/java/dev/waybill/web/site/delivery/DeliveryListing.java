package dev.waybill.web.site.delivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Page;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.ListPage;
import dev.waybill.web.site.PageRequest;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.endpoint.OfferedEndpoints;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The list of deliveries, as dashboard and portal show it.
public final class DeliveryListing {

    public static final int ROWS_MAX = 50;

    private final DeliveryList list;
    private final DeliveryRows rows;
    private final OfferedEndpoints offered;

    public DeliveryListing(DeliveryList list, DeliveryRows rows, OfferedEndpoints offered) {
        this.list = list;
        this.rows = rows;
        this.offered = offered;
    }

    /// The values that the templates show.
    ///
    /// @param endpoints those that the filter offers
    /// @param sendKey makes a repeated click the same request
    public record Listed(
            Audience audience,
            DeliverySearch search,
            List<DeliverySearch.Chip> chips,
            List<EndpointNames.Named> endpoints,
            List<DeliveryRows.Row> rows,
            @Nullable String older,
            @Nullable String newest,
            String sendKey)
            implements ListPage {

        /// Only the first page of a list can have new rows.
        public boolean isLive() {
            return newest == null && search.text().isEmpty();
        }

        public DeliveryState[] states() {
            return DeliveryState.values();
        }

        public @Nullable String endpoint() {
            return search.endpoint() == null ? null : IdKind.ENDPOINT.format(search.endpoint());
        }

        @Override
        public boolean isNarrowed() {
            return search.isNarrowed();
        }

        @Override
        public @Nullable Period period() {
            return search.period();
        }
    }

    /// The page of the list that a search asks for.
    public Page<DeliveryView> page(Scope scope, DeliverySearch search, Audience audience) {
        var before = search.before() == null ? DeliveryList.AFTER_ALL : search.before();
        return list.page(scope, audience.seen(search.filter()), before, ROWS_MAX);
    }

    /// Deliveries that were found by an id, oldest first.
    public static Page<DeliveryView> found(List<DeliveryView> deliveries) {
        return new Page<>(deliveries.reversed(), null);
    }

    /// A page of the list as the templates show it.
    ///
    /// @param ofEndpoint the text of the filter by endpoint
    public Listed of(
            PageRequest visit,
            DeliverySearch search,
            Page<DeliveryView> page,
            Audience audience,
            Function<UUID, String> ofEndpoint) {
        var here = visit.here();
        return new Listed(
                audience,
                search,
                search.chips(here, ofEndpoint),
                offered.to(visit.scope()),
                rows.of(page.rows(), audience),
                search.older(here, page),
                search.newest(here),
                visit.request().id());
    }

    /// The page of a delivery.
    ///
    /// @param section the address of the list
    public static Link page(String section, UUID id) {
        return Link.to(section + "/" + IdKind.DELIVERY.format(id));
    }
}

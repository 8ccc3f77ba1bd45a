package dev.waybill.web.dashboard.deliveries;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Export;
import dev.waybill.web.site.Export.Column;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.text.DeliveryMessages;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/deliveries/export`: a list of deliveries as a file, narrowed as the page is.
final class DeliveryExport {

    private static final int ROWS_PER_LOOK = 1_000;

    /// Limits the search for rows that are rare among very many.
    private static final int LOOKS_MAX = 40;

    private final DeliveryList list;
    private final EndpointNames names;
    private final AccessCache accessCache;
    private final Function<DeliveryView, ObjectNode> json;

    /// Exports the results of a search.
    ///
    /// @param json a delivery as the API shows it to operators
    DeliveryExport(
            DeliveryList list,
            EndpointNames names,
            AccessCache accessCache,
            Function<DeliveryView, ObjectNode> json) {
        this.list = list;
        this.names = names;
        this.accessCache = accessCache;
        this.json = json;
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, "/ui/deliveries/export", this::export));
    }

    private Response export(Visit visit) throws SQLException {
        var search = DeliverySearch.of(visit);
        var scope =
                search.scope(visit, accessCache)
                        .orElseThrow(() ->
                                Problem.of(
                                        ProblemType.NOT_FOUND,
                                        DeliveryMessages.noApp(String.valueOf(search.app()))));
        var filter = search.filter();
        var rows = new ArrayList<DeliveryView>();
        UUID before = DeliveryList.AFTER_ALL;
        for (int looks = 0; before != null && looks < LOOKS_MAX; looks++) {
            int room = Export.ROWS_MAX - rows.size();
            if (room == 0) {
                break;
            }
            var page = list.page(scope, filter, before, Math.min(ROWS_PER_LOOK, room));
            rows.addAll(page.rows());
            before = page.last();
        }
        return new Export<>("deliveries", rows, before == null).response(visit, columns(), json);
    }

    private List<Column<DeliveryView>> columns() {
        return List.of(
                new Column<>("id", row -> IdKind.DELIVERY.format(row.id())),
                new Column<>("state", row -> row.progress().state().code()),
                new Column<>("reason", DeliveryExport::reason),
                new Column<>("cause", DeliveryExport::cause),
                new Column<>("event_type", row -> row.event().type()),
                new Column<>("event_id", row -> row.event().publicId()),
                new Column<>("app", row -> names.of(row.endpointId()).app()),
                new Column<>("endpoint_id", row -> IdKind.ENDPOINT.format(row.endpointId())),
                new Column<>("endpoint_url", row -> names.of(row.endpointId()).url()),
                new Column<>("attempts", row -> Integer.toString(row.progress().attempts())),
                new Column<>("last_status", DeliveryExport::status),
                new Column<>("last_error", DeliveryExport::error),
                new Column<>("created_at", row -> Timestamps.format(row.createdAt())),
                new Column<>("updated_at", row -> Timestamps.format(row.progress().updatedAt())),
                new Column<>("next_attempt_at", row -> time(row.progress().nextAttemptAt())),
                new Column<>("expires_at", row -> time(row.event().expiresAt())),
                new Column<>(
                        "replay_of",
                        row ->
                                row.replayOf() == null
                                        ? null
                                        : IdKind.DELIVERY.format(row.replayOf())));
    }

    private static @Nullable String status(DeliveryView delivery) {
        var last = delivery.lastAttempt();
        return last == null || last.status() == null ? null : last.status().toString();
    }

    private static @Nullable String reason(DeliveryView delivery) {
        var reason = delivery.progress().reason();
        return reason == null ? null : reason.code();
    }

    private static @Nullable String cause(DeliveryView delivery) {
        var cause = delivery.progress().cause();
        return cause == null ? null : cause.code();
    }

    private static @Nullable String error(DeliveryView delivery) {
        return delivery.lastAttempt() == null ? null : delivery.lastAttempt().error();
    }

    private static @Nullable String time(@Nullable Instant time) {
        return time == null ? null : Timestamps.format(time);
    }
}

package dev.waybill.web.dashboard.eventtypes;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteTypesGenerated;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `/ui/event-types`: the catalog, with the statistics of the last day for each type.
public final class TypesPage {

    private static final int ROWS_MAX = 50;

    private final EventTypes types;
    private final StatQuery stats;
    private final Subscribers subscribers;

    TypesPage(EventTypes types, StatQuery stats, Subscribers subscribers) {
        this.types = types;
        this.stats = stats;
        this.subscribers = subscribers;
    }

    /// The values that the template shows.
    ///
    /// @param next where the list goes on; null at its end
    public record Listed(List<Row> rows, @Nullable String next, boolean isFirst) {}

    /// One type.
    public record Row(
            CatalogType type,
            String life,
            String subscribers,
            String captured,
            String delivered,
            String expired) {

        public String href() {
            return TypePage.link(type.name()).toString();
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.READ, Section.TYPES.path(), this::show));
    }

    private Response show(Visit visit) throws SQLException {
        subscribers.refresh();
        // Names are plain ASCII; other text is ignored as a position.
        var after = visit.param("after").filter(text -> text.matches("[a-zA-Z0-9_.]+"));
        var page = types.page(after.orElse(""), ROWS_MAX, true);
        var day =
                new Range(visit.scope(), null, null, TimeRange.DAY.since(visit.now()), visit.now());
        var counts = stats.ofTypes(page.types().stream().map(CatalogType::name).toList(), day);
        var mode = visit.scope().mode();
        var rows =
                page.types().stream()
                        .map(type ->
                                row(type, counts.getOrDefault(type.name(), new Counts()), mode))
                        .toList();
        var next =
                page.more()
                        ? Link.to(Section.TYPES.path())
                                .with("after", page.types().getLast().name())
                                .toString()
                        : null;
        var listed = new Listed(rows, next, after.isEmpty());
        var layout = visit.layout("Event types", Section.TYPES);
        return Pages.html(
                visit, Html.render(out -> JteTypesGenerated.render(out, null, layout, listed)));
    }

    private Row row(CatalogType type, Counts counts, Mode mode) {
        return new Row(
                type,
                life(type),
                Format.number(subscribers.count(type.name(), mode)),
                Format.number(counts.captured()),
                Format.number(counts.delivered()),
                Format.number(counts.ended(Reason.TTL)));
    }

    static String life(CatalogType type) {
        var ttl = type.ttlSeconds();
        if (ttl != null) {
            return Format.span(Duration.ofSeconds(ttl));
        }
        return type.expiresAtPointer() == null ? "none" : "in the data";
    }
}

package dev.waybill.web.dashboard.audit;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditFilter;
import dev.waybill.engine.audit.AuditRecord;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.users.User;
import dev.waybill.feature.users.Users;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Export;
import dev.waybill.web.site.Export.Column;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.ListPage;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliverySearch;
import dev.waybill.web.template.page.JteAuditGenerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/audit`: every change with its actor, time, source and reason.
public final class AuditPage {

    private static final int ROWS_MAX = 50;
    private static final String EXPORT = "/ui/audit/export";

    private final Audit audit;
    private final Users users;
    private final AccessCache accessCache;
    private final Function<AuditRecord, ObjectNode> json;

    /// Shows the audit log.
    ///
    /// @param json an entry as the API shows it
    AuditPage(
            Audit audit,
            Users users,
            AccessCache accessCache,
            Function<AuditRecord, ObjectNode> json) {
        this.audit = audit;
        this.users = users;
        this.accessCache = accessCache;
        this.json = json;
    }

    /// The values that the template shows.
    ///
    /// @param object shows only actions on this object
    /// @param period shows only actions of this period; null for all
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            String actor,
            String action,
            String object,
            @Nullable Period period,
            List<Line> lines,
            Link export,
            @Nullable String older,
            @Nullable String newest)
            implements ListPage {

        @Override
        public boolean isNarrowed() {
            return !actor.isEmpty() || !action.isEmpty() || !object.isEmpty() || period != null;
        }
    }

    /// One line of the log.
    ///
    /// @param name of the user; null if it was a key
    /// @param before the object before the change as text
    /// @param objectHref the log of the same object
    public record Line(
            AuditRecord entry,
            @Nullable String name,
            @Nullable String before,
            @Nullable String after,
            String objectHref) {

        public boolean hasDetails() {
            return before != null || after != null;
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.AUDIT, Section.AUDIT.path(), this::show),
                pages.page(Right.AUDIT, EXPORT, this::export));
    }

    private Response show(Visit visit) {
        var actor = visit.plain("actor").orElse("");
        var action = visit.plain("action").orElse("");
        var object = visit.plain("object").orElse("");
        var filter = filter(visit);
        var before = visit.param("before").flatMap(IdKind.AUDIT::parse);
        var page = audit.page(filter, before.orElse(DeliveryList.AFTER_ALL), ROWS_MAX);
        var older =
                page.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.AUDIT.format(page.getLast().id()))
                                .toString();
        var names =
                users.all().stream()
                        .collect(
                                Collectors.toMap(
                                        user -> IdKind.USER.format(user.id()), User::name));
        var listed =
                new Listed(
                        actor,
                        action,
                        object,
                        period(visit),
                        page.stream().map(entry -> line(visit, entry, names)).toList(),
                        new Link(EXPORT, visit.here().query()).without("before"),
                        older,
                        before.isEmpty() ? null : visit.here().without("before").toString());
        var layout = visit.layout("Audit log", Section.AUDIT);
        return Pages.html(
                visit, Html.render(out -> JteAuditGenerated.render(out, null, layout, listed)));
    }

    /// The whole log is searched unless a time is given.
    private static @Nullable Period period(Visit visit) {
        boolean all =
                Period.named(visit).isEmpty()
                        && visit.param("range").map(DeliverySearch.ALL_TIME::equals).orElse(true);
        return all ? null : Period.of(visit);
    }

    private static AuditFilter filter(Visit visit) {
        var period = period(visit);
        return new AuditFilter(
                visit.scope().mode(),
                null,
                visit.plain("actor").orElse(null),
                visit.plain("action").orElse(null),
                visit.plain("object").orElse(null),
                period == null ? null : period.since(),
                period == null ? null : period.until());
    }

    private Response export(Visit visit) {
        var rows =
                new ArrayList<>(
                        audit.page(filter(visit), DeliveryList.AFTER_ALL, Export.ROWS_MAX + 1));
        boolean complete = rows.size() <= Export.ROWS_MAX;
        if (!complete) {
            rows.removeLast();
        }
        return new Export<AuditRecord>("audit-log", rows, complete)
                .response(visit, columns(), json);
    }

    private List<Column<AuditRecord>> columns() {
        return List.of(
                new Column<>("at", line -> Timestamps.format(line.at())),
                new Column<>("actor", line -> line.actor().id()),
                new Column<>("source", line -> line.actor().source()),
                new Column<>("request_id", line -> line.actor().requestId()),
                new Column<>("action", line -> line.entry().action()),
                new Column<>("object_id", line -> line.entry().objectId()),
                new Column<>("app", this::app),
                new Column<>("note", line -> line.entry().note()),
                new Column<>("before", line -> json(line.entry().before())),
                new Column<>("after", line -> json(line.entry().after())));
    }

    private @Nullable String app(AuditRecord line) {
        var app = line.entry().appId();
        return app == null ? null : accessCache.uid(app);
    }

    private static @Nullable String json(@Nullable ObjectNode json) {
        return json == null ? null : json.toString();
    }

    private static Line line(Visit visit, AuditRecord entry, Map<String, String> names) {
        return new Line(
                entry,
                names.get(entry.actor().id()),
                text(entry.entry().before()),
                text(entry.entry().after()),
                visit.here().with("object", entry.entry().objectId()).without("before").toString());
    }

    private static @Nullable String text(@Nullable ObjectNode json) {
        return json == null ? null : SafeText.excerpt(json.toPrettyString());
    }
}

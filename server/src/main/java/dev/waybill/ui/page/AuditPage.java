package dev.waybill.ui.page;

import dev.waybill.audit.Audit;
import dev.waybill.audit.AuditEntry;
import dev.waybill.audit.AuditFilter;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Right;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.DeliveryList;
import dev.waybill.ui.Html;
import dev.waybill.ui.Pages;
import dev.waybill.ui.Section;
import dev.waybill.ui.Visible;
import dev.waybill.ui.Visit;
import dev.waybill.ui.template.page.JteAuditGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/audit`: who did what, when, from where, and why.
public final class AuditPage {

    private static final int ROWS_MAX = 50;

    private final Audit audit;

    public AuditPage(Audit audit) {
        this.audit = audit;
    }

    /// What the template shows.
    ///
    /// @param object only what was done with this
    /// @param older where the list goes on; null at its end
    /// @param newest its beginning; null if this is it
    public record Listed(
            String actor,
            String action,
            String object,
            List<Line> lines,
            @Nullable String older,
            @Nullable String newest) {

        public boolean isNarrowed() {
            return !actor.isEmpty() || !action.isEmpty() || !object.isEmpty();
        }
    }

    /// One line of the log.
    ///
    /// @param before what the API showed of it before, as text
    public record Line(AuditEntry entry, @Nullable String before, @Nullable String after) {}

    public List<Route> routes(Pages pages) {
        return List.of(pages.page(Right.AUDIT, Section.AUDIT.path(), this::show));
    }

    private Response show(Visit visit) {
        var actor = plain(visit, "actor");
        var action = plain(visit, "action");
        var object = plain(visit, "object");
        var filter =
                new AuditFilter(
                        visit.scope().mode(),
                        null,
                        orNull(actor),
                        orNull(action),
                        orNull(object),
                        null,
                        null);
        var before = visit.param("before").flatMap(IdKind.AUDIT::parse);
        var page = audit.page(filter, before.orElse(DeliveryList.AFTER_ALL), ROWS_MAX);
        var older =
                page.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.AUDIT.format(page.getLast().id()))
                                .toString();
        var listed =
                new Listed(
                        actor,
                        action,
                        object,
                        page.stream().map(AuditPage::line).toList(),
                        older,
                        before.isEmpty() ? null : visit.here().without("before").toString());
        var layout = visit.layout("Audit log", Section.AUDIT);
        return Pages.html(
                visit, Html.render(out -> JteAuditGenerated.render(out, null, layout, listed)));
    }

    private static Line line(AuditEntry entry) {
        return new Line(entry, text(entry.deed().before()), text(entry.deed().after()));
    }

    private static @Nullable String text(@Nullable ObjectNode json) {
        return json == null ? null : Visible.excerpt(json.toPrettyString());
    }

    /// PostgreSQL takes no NUL, and no filter has use for the others.
    private static String plain(Visit visit, String name) {
        return visit.param(name)
                .filter(text -> text.chars().noneMatch(Character::isISOControl))
                .orElse("");
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}

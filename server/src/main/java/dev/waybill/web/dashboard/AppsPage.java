package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.engine.access.App;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.web.api.AppWriter;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteAppEditGenerated;
import dev.waybill.web.template.page.JteAppsGenerated;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/apps`: the platform's customers, and how a day went for each.
public final class AppsPage {

    private static final int ROWS_MAX = 50;
    private static final String PATH = Section.APPS.path();

    private final AppRegister register;
    private final AppWriter writer;
    private final StatQuery stats;
    private final Subscribers subscribers;

    public AppsPage(
            AppRegister register, AppWriter writer, StatQuery stats, Subscribers subscribers) {
        this.register = register;
        this.writer = writer;
        this.stats = stats;
        this.subscribers = subscribers;
    }

    /// What the template shows.
    ///
    /// @param older where the list goes on; null at its end
    public record Listed(List<Row> rows, @Nullable String older, boolean isFirst) {}

    /// One app.
    public record Row(
            String id,
            App app,
            String endpoints,
            String captured,
            String delivered,
            String success,
            String dead) {

        public String href() {
            return PATH + "/" + id;
        }
    }

    /// A form to be filled in.
    ///
    /// @param app the one that is changed; null for a new one
    public record EditForm(@Nullable App app, FormState form, String once) {

        public String action() {
            return app == null ? PATH : back() + "/edit";
        }

        public String back() {
            return app == null ? PATH : PATH + "/" + IdKind.APP.format(app.id());
        }
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.READ, PATH, this::list),
                pages.page(
                        Right.ADMINISTER_SHARED,
                        PATH + "/new",
                        visit ->
                                form(
                                        visit,
                                        200,
                                        new EditForm(null, FormState.EMPTY, FormToken.of(visit)))),
                pages.action(Right.ADMINISTER_SHARED, PATH, this::create),
                pages.page(Right.ADMINISTER_SHARED, PATH + "/{id}/edit", this::edit),
                pages.action(Right.ADMINISTER_SHARED, PATH + "/{id}/edit", this::change));
    }

    private Response list(Visit visit) throws SQLException {
        subscribers.refresh();
        var before = visit.param("before").flatMap(IdKind.APP::parse);
        var page = register.page(before.orElse(DeliveryList.AFTER_ALL), ROWS_MAX);
        var day =
                new Range(visit.scope(), null, null, TimeRange.DAY.since(visit.now()), visit.now());
        var counts = stats.ofApps(page.stream().map(App::id).toList(), day, Depth.NUMBERS);
        var rows =
                page.stream()
                        .map(app ->
                                row(
                                        app,
                                        counts.getOrDefault(app.id().toString(), new Counts()),
                                        visit.scope().mode()))
                        .toList();
        var older =
                page.size() < ROWS_MAX
                        ? null
                        : visit.here()
                                .with("before", IdKind.APP.format(page.getLast().id()))
                                .toString();
        var listed = new Listed(rows, older, before.isEmpty());
        var layout = visit.layout("Apps", Section.APPS);
        return Pages.html(
                visit, Html.render(out -> JteAppsGenerated.render(out, null, layout, listed)));
    }

    private Row row(App app, Counts day, Mode mode) {
        return new Row(
                IdKind.APP.format(app.id()),
                app,
                Format.number(subscribers.ofApp(app.id(), mode)),
                Format.number(day.captured()),
                Format.number(day.delivered()),
                Format.percent(day.delivered(), day.delivered() + day.dead()),
                Format.number(day.dead()));
    }

    private static Response form(Visit visit, int status, EditForm asked) {
        var crumb = new Layout.Crumb("Apps", PATH);
        var app = asked.app;
        var layout =
                app == null
                        ? visit.layout("New app", Section.APPS, crumb)
                        : visit.layout(
                                "Edit " + app.name(),
                                Section.APPS,
                                crumb,
                                new Layout.Crumb(app.name(), asked.back()));
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteAppEditGenerated.render(out, null, layout, asked)));
    }

    private Response create(Visit visit, Form form) throws SQLException {
        var json = json(form);
        try {
            var key = FormToken.key(visit.request(), form, json.toString());
            var made = writer.create(json, visit.visitor().caller(), key, visit.act());
            return Pages.done(AppPage.link(made), Notice.APP_SAVED);
        } catch (Problem refusal) {
            return refused(visit, form, null, refusal);
        }
    }

    private Response edit(Visit visit) {
        var app = writer.known(visit.request().part("id"), visit.visitor().caller());
        var filled = FormState.EMPTY.and("name", app.name()).and("uid", app.uid());
        return form(visit, 200, new EditForm(app, filled, FormToken.of(visit)));
    }

    private Response change(Visit visit, Form form) throws SQLException {
        var app = writer.known(visit.request().part("id"), visit.visitor().caller());
        try {
            var json = json(form);
            // One that was made without a uid has its id for one, which cannot be asked for.
            if (form.text("uid").equals(app.uid())) {
                json.remove("uid");
            }
            writer.change(app.id(), json, visit.act());
            return Pages.done(AppPage.link(app), Notice.APP_SAVED);
        } catch (Problem refusal) {
            return refused(visit, form, app, refusal);
        }
    }

    private static ObjectNode json(Form form) {
        var json = JsonNodeFactory.instance.objectNode();
        for (var name : new String[] {"name", "uid"}) {
            if (!form.text(name).isEmpty()) {
                json.put(name, form.text(name));
            }
        }
        return json;
    }

    private static Response refused(Visit visit, Form form, @Nullable App app, Problem refusal) {
        var filled = FormState.of(form, "name", "uid").refused(refusal);
        return form(
                visit,
                refusal.type().status(),
                new EditForm(app, filled, form.text(FormToken.FIELD)));
    }
}

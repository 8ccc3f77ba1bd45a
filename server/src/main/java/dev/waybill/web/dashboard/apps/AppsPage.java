package dev.waybill.web.dashboard.apps;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.engine.access.App;
import dev.waybill.engine.stats.Counts;
import dev.waybill.feature.apps.AppRegister;
import dev.waybill.feature.apps.AppService;
import dev.waybill.feature.apps.AppService.Changed;
import dev.waybill.feature.apps.AppService.Created;
import dev.waybill.feature.apps.ChangeApp;
import dev.waybill.feature.apps.CreateApp;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
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
import dev.waybill.web.text.AppText;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/ui/apps`: the platform's customers, and the statistics of a day for each.
public final class AppsPage {

    private static final int ROWS_MAX = 50;
    private static final String PATH = Section.APPS.path();

    /// How the form names its fields.
    private static final Map<String, String> TITLES = Map.of("name", "The name", "uid", "The uid");

    private final AppRegister register;
    private final AppService service;
    private final AppFinder finder;
    private final StatQuery stats;
    private final Subscribers subscribers;

    AppsPage(AppRegister register, AppService service, StatQuery stats, Subscribers subscribers) {
        this.register = register;
        this.service = service;
        this.finder = new AppFinder(service);
        this.stats = stats;
        this.subscribers = subscribers;
    }

    /// The values that the template shows.
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
    public record EditForm(@Nullable App app, FormState form, String token) {

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
        var input = new FormInput(form, new Violations());
        var command =
                new CreateApp(
                        input.text("uid").orNull(),
                        input.text("name").orNull(),
                        visit.visitor().caller().mode(),
                        FormToken.key(visit.request(), form));
        var filled = FormState.of(form, "name", "uid");
        return switch (service.create(command, input.violations(), visit.actor())) {
            case Created.Done(var app) -> Pages.done(AppPage.link(app), Notice.APP_SAVED);
            case Created.Repeated(var app) -> Pages.done(AppPage.link(app), Notice.APP_SAVED);
            case Created.Invalid(var all) ->
                    refused(visit, 422, form, null, filled.refused(all, TITLES));
            case Created.UidTaken(var uid) ->
                    refused(visit, 409, form, null, filled.refused("uid", AppText.taken(uid)));
            case Created.TooMany(var max) ->
                    refused(visit, 409, form, null, filled.withProblem(AppText.tooMany(max)));
            case Created.KeyReused _ ->
                    refused(visit, 409, form, null, filled.withProblem(Notice.RELOAD_FORM));
        };
    }

    private Response edit(Visit visit) {
        var app = finder.of(visit);
        var filled = FormState.EMPTY.and("name", app.name()).and("uid", app.uid());
        return form(visit, 200, new EditForm(app, filled, FormToken.of(visit)));
    }

    private Response change(Visit visit, Form form) throws SQLException {
        var app = finder.of(visit);
        var input = new FormInput(form, new Violations());
        var uid = input.text("uid").orNull();
        var command =
                new ChangeApp(
                        app.id(),
                        // The uid of an app that was created without one is its id, which no
                        // command may ask for.
                        app.uid().equals(uid) ? null : uid,
                        input.text("name").orNull());
        var filled = FormState.of(form, "name", "uid");
        return switch (service.change(command, input.violations(), visit.actor())) {
            case Changed.Done(var changed) -> Pages.done(AppPage.link(changed), Notice.APP_SAVED);
            case Changed.Invalid(var all) ->
                    refused(visit, 422, form, app, filled.refused(all, TITLES));
            case Changed.NotFound _ -> throw AppFinder.notFound(visit);
            case Changed.UidTaken(var taken) ->
                    refused(visit, 409, form, app, filled.refused("uid", AppText.taken(taken)));
            case Changed.BuiltIn _ ->
                    refused(visit, 409, form, app, filled.refused("uid", AppText.KEEPS_UID));
        };
    }

    private static Response refused(
            Visit visit, int status, Form form, @Nullable App app, FormState refused) {
        return form(visit, status, new EditForm(app, refused, form.text(FormToken.FIELD)));
    }
}

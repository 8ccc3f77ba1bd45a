package dev.waybill.web.dashboard.eventtypes;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.EventType;
import dev.waybill.engine.catalog.CatalogType;
import dev.waybill.engine.catalog.PolicyJson;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.eventtypes.ChangeEventType;
import dev.waybill.feature.eventtypes.CreateEventType;
import dev.waybill.feature.eventtypes.EventTypeService;
import dev.waybill.feature.eventtypes.EventTypeService.Changed;
import dev.waybill.feature.eventtypes.EventTypeService.Created;
import dev.waybill.feature.eventtypes.EventTypeUpdate;
import dev.waybill.feature.eventtypes.EventTypes;
import dev.waybill.feature.stats.StatQuery;
import dev.waybill.feature.stats.StatQuery.Depth;
import dev.waybill.feature.stats.StatQuery.Range;
import dev.waybill.feature.testsends.TestSends;
import dev.waybill.feature.testsends.TestSends.SendTest;
import dev.waybill.web.dashboard.Subscribers;
import dev.waybill.web.dashboard.Tile;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.EditForm;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormState;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.SafeText;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import dev.waybill.web.template.page.JteTypeEditGenerated;
import dev.waybill.web.template.page.JteTypeGenerated;
import dev.waybill.web.text.EventTypeText;
import dev.waybill.web.text.TestSendText;
import java.sql.SQLException;
import java.util.List;

/// `/ui/event-types/{name}`: one event type: its settings, its schema and its subscribers.
public final class TypePage {

    /// Limit of subscribers on the page.
    private static final int SHOWN_MAX = 100;

    /// No type can have this name, because it contains a hyphen.
    private static final String NEW = Section.TYPES.path() + "/new-type";

    private final EventTypes types;
    private final EventTypeService service;
    private final StatQuery stats;
    private final Subscribers subscribers;
    private final Endpoints endpoints;
    private final TestSends tests;

    TypePage(
            EventTypes types,
            EventTypeService service,
            StatQuery stats,
            Subscribers subscribers,
            Endpoints endpoints,
            TestSends tests) {
        this.types = types;
        this.service = service;
        this.stats = stats;
        this.subscribers = subscribers;
        this.endpoints = endpoints;
        this.tests = tests;
    }

    /// The values that the template shows.
    ///
    /// @param policy the retry policy's name, or itself
    /// @param takers the first subscribers
    /// @param takersCount the number of all subscribers
    public record Shown(
            CatalogType type,
            String life,
            String policy,
            String schema,
            String example,
            List<Tile> tiles,
            List<Subscribers.Subscriber> takers,
            long takersCount) {

        /// The endpoints that the example can be sent to.
        public List<Subscribers.Subscriber> receivers() {
            return takers.stream().filter(Subscribers.Subscriber::isActive).toList();
        }
    }

    public List<Route> routes(Pages pages) {
        var one = Section.TYPES.path() + "/{name}";
        return List.of(
                pages.page(
                        Right.ADMINISTER_SHARED,
                        NEW,
                        visit -> form(visit, 200, EditForm.first(visit, null, FormState.EMPTY))),
                pages.action(Right.ADMINISTER_SHARED, Section.TYPES.path(), this::create),
                pages.page(Right.READ, one, this::show),
                pages.page(Right.ADMINISTER_SHARED, one + "/edit", this::edit),
                pages.action(Right.ADMINISTER_SHARED, one + "/edit", this::change),
                pages.action(
                        Right.ADMINISTER_SHARED,
                        one + "/deprecate",
                        (visit, _) -> deprecate(visit, true)),
                pages.action(
                        Right.ADMINISTER_SHARED,
                        one + "/restore",
                        (visit, _) -> deprecate(visit, false)),
                pages.action(Right.ADMINISTER_SHARED, one + "/delete", this::delete),
                pages.action(Right.OPERATE, one + "/send", this::send));
    }

    static Link link(String name) {
        return Link.to(Section.TYPES.path() + "/" + name);
    }

    private CatalogType find(Visit visit) {
        var name = visit.request().part("name");
        return EventType.isName(name)
                ? types.find(name).orElseThrow(() -> notFound(name))
                : thrown(notFound(name));
    }

    private static CatalogType thrown(Problem problem) {
        throw problem;
    }

    private static Problem notFound(String name) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no event type " + SafeText.text(name) + " in the catalog.");
    }

    private Response show(Visit visit) throws SQLException {
        var type = find(visit);
        subscribers.refresh();
        var mode = visit.scope().mode();
        var choice = PolicyJson.choice(type.retryPolicy());
        var shown =
                new Shown(
                        type,
                        life(type),
                        choice == null
                                ? "the endpoint's, or the mode's"
                                : choice.isString() ? choice.stringValue() : choice.toString(),
                        SafeText.excerpt(TypeForm.pretty(type.schema())),
                        SafeText.excerpt(TypeForm.pretty(type.example())),
                        tiles(visit, type.name()),
                        subscribers.of(type.name(), mode, SHOWN_MAX),
                        subscribers.count(type.name(), mode));
        var layout = visit.layout(type.name(), Section.TYPES, crumb());
        return Pages.html(
                visit, Html.render(out -> JteTypeGenerated.render(out, null, layout, shown)));
    }

    private static String life(CatalogType type) {
        if (type.ttlSeconds() != null) {
            return TypesPage.life(type) + ", then it is no longer sent";
        }
        return type.expiresAtPointer() == null
                ? "none: it never expires"
                : "set by the data of the event";
    }

    private static Layout.Crumb crumb() {
        return new Layout.Crumb("Event types", Section.TYPES.path());
    }

    private List<Tile> tiles(Visit visit, String name) {
        var day =
                new Range(visit.scope(), null, name, TimeRange.DAY.since(visit.now()), visit.now());
        var total = stats.total(day, Depth.NUMBERS);
        var list =
                Link.to(Section.DELIVERIES.path())
                        .with("type", name)
                        .with("range", TimeRange.DAY.code());
        long expired = total.ended(Reason.TTL);
        long failed = total.in(DeliveryState.FAILED);
        return List.of(
                new Tile(
                        "Deliveries, 24 h",
                        Format.number(total.captured()),
                        "created for subscribers",
                        list.toString(),
                        ""),
                new Tile(
                        "Delivered",
                        Format.number(total.delivered()),
                        Format.percent(total.delivered(), total.captured()) + " of all created",
                        list.with("state", "delivered").toString(),
                        ""),
                new Tile(
                        "Expired",
                        Format.number(expired),
                        "after the TTL",
                        list.with("state", "expired").with("reason", "ttl").toString(),
                        expired == 0 ? "" : "bad"),
                new Tile(
                        "Failed",
                        Format.number(failed),
                        "no more attempts",
                        list.with("state", "failed").toString(),
                        failed == 0 ? "" : "bad"));
    }

    private static Response form(Visit visit, int status, EditForm asked) {
        var layout =
                visit.layout(
                        asked.name() == null ? "New event type" : "Edit " + asked.name(),
                        Section.TYPES,
                        crumb());
        return Pages.html(
                visit,
                status,
                Html.render(out -> JteTypeEditGenerated.render(out, null, layout, asked)));
    }

    private Response create(Visit visit, Form form) throws SQLException {
        var input = new FormInput(form, new Violations());
        var command =
                new CreateEventType(
                        visit.visitor().caller(),
                        input.text("name").orNull(),
                        TypeForm.update(input),
                        FormToken.key(visit.request(), form));
        var filled = TypeForm.filled(form);
        return switch (service.create(command, input.violations(), visit.actor())) {
            case Created.Done(var type) -> Pages.done(link(type.name()), Notice.TYPE_SAVED);
            case Created.Repeated(var type) -> Pages.done(link(type.name()), Notice.TYPE_SAVED);
            case Created.Invalid(var all) -> again(visit, 422, form, TypeForm.refused(form, all));
            case Created.NameTaken(var name) ->
                    again(visit, 409, form, filled.refused("name", EventTypeText.nameTaken(name)));
            case Created.TooMany(var max) ->
                    again(visit, 409, form, filled.withProblem(EventTypeText.tooMany(max)));
            case Created.KeyReused _ ->
                    again(visit, 409, form, filled.withProblem(Notice.RELOAD_FORM));
        };
    }

    private static Response again(Visit visit, int status, Form form, FormState refused) {
        return form(visit, status, EditForm.again(form, null, refused));
    }

    private Response edit(Visit visit) {
        var type = find(visit);
        return form(visit, 200, EditForm.first(visit, type.name(), TypeForm.of(type)));
    }

    private Response change(Visit visit, Form form) throws SQLException {
        var name = find(visit).name();
        var input = new FormInput(form, new Violations());
        var command = new ChangeEventType(name, null, TypeForm.update(input));
        return switch (service.change(command, input.violations(), visit.actor())) {
            case Changed.Done _ -> Pages.done(link(name), Notice.TYPE_SAVED);
            case Changed.Invalid(var violations) ->
                    form(
                            visit,
                            422,
                            EditForm.again(form, name, TypeForm.refused(form, violations)));
            case Changed.NotFound _ -> throw notFound(name);
        };
    }

    private Response deprecate(Visit visit, boolean deprecated) throws SQLException {
        var name = find(visit).name();
        var command = new ChangeEventType(name, null, EventTypeUpdate.deprecate(deprecated));
        return switch (service.change(command, new Violations(), visit.actor())) {
            case Changed.Done _ ->
                    Pages.done(link(name), deprecated ? Notice.DEPRECATED : Notice.TYPE_SAVED);
            case Changed.Invalid(var violations) -> throw Problem.invalid(violations);
            case Changed.NotFound _ -> throw notFound(name);
        };
    }

    private Response delete(Visit visit, Form form) throws SQLException {
        var name = find(visit).name();
        if (!service.delete(name, visit.actor())) {
            throw notFound(name);
        }
        return Pages.done(Link.to(Section.TYPES.path()), Notice.TYPE_DELETED);
    }

    /// Sends the example to one chosen endpoint, like the test on the endpoint's page: the catalog
    /// must not offer to send something to every customer.
    private Response send(Visit visit, Form form) throws InterruptedException {
        var name = find(visit).name();
        var endpoint =
                IdKind.ENDPOINT
                        .parse(form.text("endpoint"))
                        .flatMap(id -> endpoints.find(id, visit.scope()))
                        .orElseThrow(() ->
                                Problem.invalid("/endpoint", "Choose an endpoint to send it to."));
        var command = new SendTest(endpoint, name, Audience.OPERATORS, null);
        var delivery = TestSendText.deliveryOf(tests.send(command, visit.actor()));
        return Pages.done(
                Link.to(Section.DELIVERIES.path() + "/" + IdKind.DELIVERY.format(delivery)),
                Notice.TESTED);
    }
}

package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.engine.capture.IdempotencyKey;
import dev.waybill.feature.endpoints.Endpoints;
import dev.waybill.feature.replays.Draft;
import dev.waybill.feature.replays.Plan;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.ReplaySelection;
import dev.waybill.feature.replays.Replays;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.web.api.ReplayFields;
import dev.waybill.web.api.ReplaysApi;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormToken;
import dev.waybill.web.site.Format;
import dev.waybill.web.site.Html;
import dev.waybill.web.site.Layout;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.endpoint.EndpointNames;
import dev.waybill.web.site.endpoint.OfferedEndpoints;
import dev.waybill.web.template.page.JteNewReplayGenerated;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `/ui/replays/new`: chooses what is to be sent again, shows what that comes to, and starts it.
public final class NewReplayPage {

    static final String RATE_WORDS = "Enter a number from 0.01 to 10,000: deliveries a second.";

    private static final String PATH = "/ui/replays/new";

    /// Where the API points at what is wrong, and the field that stands there.
    private static final Map<String, String> FIELDS =
            Map.of(
                    "/filter/endpoint_id", "endpoint",
                    "/filter/event_types", "type",
                    "/filter/reasons", "reason",
                    "/filter/causes", "cause",
                    "/filter/since", "since",
                    "/filter/until", "until",
                    "/since", "since",
                    "/until", "until",
                    "/rate_per_second", "rate",
                    "/reason", "why");

    private final Replays replays;
    private final ReplayFields rules;
    private final Endpoints endpoints;
    private final OfferedEndpoints offered;
    private final EndpointNames names;

    public NewReplayPage(
            Replays replays,
            ReplayFields rules,
            Endpoints endpoints,
            OfferedEndpoints offered,
            EndpointNames names) {
        this.replays = replays;
        this.rules = rules;
        this.endpoints = endpoints;
        this.offered = offered;
        this.names = names;
    }

    /// What the template shows.
    ///
    /// @param endpoint the one that was named, if it is known
    /// @param plan null if nothing was asked for yet, or what was asked cannot be
    /// @param faults what is wrong, by field; [#AT_ALL] where it is no field's
    /// @param typed what was entered beside the plan
    /// @param sendKey makes a form that is sent twice start once
    public record Shown(
            ReplayForm wish,
            EndpointNames.@Nullable Named endpoint,
            @Nullable ReplayPlan plan,
            Map<String, String> faults,
            Typed typed,
            List<EndpointNames.Named> offered,
            String sendKey) {

        public List<String> states() {
            return Stream.of(DeliveryState.values())
                    .filter(DeliveryState::isTerminal)
                    .map(DeliveryState::code)
                    .toList();
        }

        public List<String> reasons() {
            return Stream.of(Reason.values()).map(Reason::code).toList();
        }

        public @Nullable String fault(String field) {
            return faults.get(field);
        }
    }

    /// What is entered to start it.
    ///
    /// @param planned the number that was shown
    /// @param count the number that was typed in
    public record Typed(String planned, String count, String why) {

        static final Typed NOTHING = new Typed("", "", "");

        boolean isSaid() {
            return !planned.isEmpty();
        }

        static Typed of(Form form) {
            return new Typed(form.text("planned"), form.text("count"), form.text("why"));
        }
    }

    /// A fault of no field.
    public static final String AT_ALL = "";

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.OPERATE, PATH, this::show),
                pages.action(Right.OPERATE, Section.REPLAYS.path(), this::start));
    }

    /// A plan counts, so nothing is planned before somebody asks for something.
    private Response show(Visit visit) {
        var wish = ReplayForm.of(visit);
        boolean asked = !visit.here().query().isEmpty();
        return shown(visit, wish, Typed.NOTHING, Map.of(), asked);
    }

    private Response start(Visit visit, Form form) {
        var wish = ReplayForm.of(form);
        var typed = Typed.of(form);
        var faults = faults(typed);
        if (!faults.isEmpty()) {
            return shown(visit, wish, typed, faults, true);
        }
        try {
            var draft = draft(visit, wish, typed);
            var key = FormToken.key(visit.request(), form, draft.asked());
            return started(visit, wish, typed, draft, key);
        } catch (Problem e) {
            if (e.type() == ProblemType.FORBIDDEN) {
                throw e;
            }
            return shown(visit, wish, typed, Map.of(field(e), words(e)), true);
        }
    }

    private static Map<String, String> faults(Typed typed) {
        var faults = new LinkedHashMap<String, String>();
        if (!typed.planned().matches("[1-9][0-9]{0,8}")) {
            faults.put(AT_ALL, "Look at the plan first, then start it. Nothing was started.");
            return faults;
        }
        long planned = Long.parseLong(typed.planned());
        boolean isSame = typed.count().replaceAll("[ ,.]", "").equals(typed.planned());
        if (planned > ReplayPlan.TYPED_FROM && !isSame) {
            faults.put("count", "Type " + planned + " to start it. Nothing was started.");
        }
        if (typed.why().isEmpty()) {
            faults.put("why", "Say why: who reads the audit log will want to know.");
        }
        return faults;
    }

    private Response started(
            Visit visit, ReplayForm wish, Typed typed, Draft draft, @Nullable IdempotencyKey key) {
        if (draft.endpointId() == null && !visit.visitor().may(Right.ADMINISTER)) {
            throw Problem.of(
                    ProblemType.FORBIDDEN,
                    "Only an admin may send to whoever the filter finds. Nothing was started.");
        }
        return switch (replays.start(visit.act(), draft, key)) {
            case Start.Started(var replay) -> toReplay(replay);
            case Start.Repeated(var replay) -> toReplay(replay);
            case Start.Clash _ -> refused(visit, wish, typed, "Load the page again.");
            case Start.TooManyOpen(var full) ->
                    refused(visit, wish, typed, ReplaysApi.tooMany(full));
            case Start.Busy _ -> throw ReplaysApi.busy();
            case Start.TooLarge(long total) ->
                    refused(visit, wish, typed, ReplaysApi.tooLarge(total));
            case Start.Changed(var plan) -> refused(visit, wish, typed, changed(plan, typed));
        };
    }

    private static String changed(Plan plan, Typed typed) {
        return "The plan has changed: it is "
                + Format.number(plan.total())
                + " by now, not "
                + Format.number(Long.parseLong(typed.planned()))
                + ". Nothing was started. Look at it again.";
    }

    private static Response toReplay(Replay replay) {
        return Pages.done(
                Link.to(Section.REPLAYS.path() + "/" + IdKind.REPLAY.format(replay.id())),
                Notice.REPLAY_STARTED);
    }

    private Response refused(Visit visit, ReplayForm wish, Typed typed, String why) {
        var again = new Typed("", "", typed.why());
        return shown(visit, wish, again, Map.of(AT_ALL, why), true);
    }

    private Draft draft(Visit visit, ReplayForm wish, Typed typed) {
        var json = wish.isOfEndpoint() ? wish.ofEndpointJson(visit.now()) : wish.json(visit.now());
        if (typed.isSaid()) {
            json.put("reason", typed.why());
            json.put("expected_total", Long.parseLong(typed.planned()));
        }
        return wish.isOfEndpoint() ? ofEndpoint(visit, wish, json) : byFilter(visit, json);
    }

    private Draft ofEndpoint(Visit visit, ReplayForm wish, ObjectNode json) {
        var endpoint =
                IdKind.ENDPOINT
                        .parse(wish.endpoint())
                        .flatMap(id -> endpoints.find(id, visit.scope()))
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/filter/endpoint_id", "Whose? Choose one endpoint."));
        if (wish.isNarrowedToDeliveries()) {
            throw Problem.invalid(
                    "/filter/causes",
                    "What an endpoint did not get has no reason or cause. Leave them out.");
        }
        return rules.ofEndpoint(json, endpoint, visit.visitor().caller(), now(visit));
    }

    private static Instant now(Visit visit) {
        return visit.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /// One to a single endpoint is that endpoint's.
    private Draft byFilter(Visit visit, ObjectNode json) {
        var draft = rules.bulk(json, visit.visitor().caller(), now(visit));
        return switch (draft.chosen()) {
            case ReplaySelection.Deliveries deliveries when deliveries.endpointId() != null ->
                    endpoints
                            .find(deliveries.endpointId(), visit.scope())
                            .map(draft::to)
                            .orElse(draft);
            case ReplaySelection.Deliveries _, ReplaySelection.OfEndpoint _ -> draft;
        };
    }

    private Response shown(
            Visit visit, ReplayForm wish, Typed typed, Map<String, String> given, boolean planned) {
        var faults = new LinkedHashMap<>(given);
        ReplayPlan plan = null;
        if (planned) {
            try {
                var draft = draft(visit, wish, Typed.NOTHING);
                plan = ReplayPlan.of(visit, wish, draft, replays.plan(draft), names);
            } catch (Problem e) {
                faults.putIfAbsent(field(e), words(e));
            }
        }
        var shown =
                new Shown(
                        wish,
                        IdKind.ENDPOINT.parse(wish.endpoint()).map(names::of).orElse(null),
                        plan,
                        faults,
                        typed,
                        offered.to(visit.scope()),
                        visit.request().id());
        var layout =
                visit.layout(
                        "New replay",
                        Section.REPLAYS,
                        new Layout.Crumb(Section.REPLAYS.title(), Section.REPLAYS.path()));
        return Pages.html(
                visit,
                faults.isEmpty() ? 200 : ProblemType.INVALID.status(),
                Html.render(out -> JteNewReplayGenerated.render(out, null, layout, shown)));
    }

    private static String field(Problem problem) {
        if (problem.type() == ProblemType.NOT_FOUND) {
            return "app";
        }
        var pointer = problem.field();
        return pointer == null ? AT_ALL : FIELDS.getOrDefault(pointer, AT_ALL);
    }

    /// Without the names that only the API knows.
    private static String words(Problem problem) {
        return field(problem).equals("rate") ? RATE_WORDS : problem.detail();
    }
}

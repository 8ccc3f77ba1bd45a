package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.replays.Plan;
import dev.waybill.feature.replays.Replay;
import dev.waybill.feature.replays.ReplayService;
import dev.waybill.feature.replays.ReplayService.Planned;
import dev.waybill.feature.replays.Replays.Start;
import dev.waybill.feature.replays.StartReplay;
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
import dev.waybill.web.text.ReplayText;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `/ui/replays/new`: selects deliveries, shows the plan, and starts the replay.
public final class NewReplayPage {

    private static final String PATH = "/ui/replays/new";

    private final ReplayService service;
    private final OfferedEndpoints offered;
    private final EndpointNames names;

    NewReplayPage(ReplayService service, OfferedEndpoints offered, EndpointNames names) {
        this.service = service;
        this.offered = offered;
        this.names = names;
    }

    /// The values that the template shows.
    ///
    /// @param endpoint the one that was named, if it is known
    /// @param plan null if nothing was requested yet, or the request is invalid
    /// @param faults errors by field; [#AT_ALL] for those of no field
    /// @param typed the confirmation that was entered
    /// @param sendKey makes a form that is sent twice start once
    public record Shown(
            ReplayForm replayForm,
            EndpointNames.@Nullable Named endpoint,
            @Nullable ReplayPlan plan,
            Map<String, String> faults,
            Confirmation typed,
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

    /// A fault of no field.
    public static final String AT_ALL = "";

    private static final Confirmation.Texts CONFIRMATION =
            new Confirmation.Texts(
                    AT_ALL,
                    "Look at the plan first, then start it. Nothing was started.",
                    number -> "Type " + number + " to start it. Nothing was started.",
                    "Give a reason. The audit log shows it.");

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.page(Right.OPERATE, PATH, this::show),
                pages.action(Right.OPERATE, Section.REPLAYS.path(), this::start));
    }

    /// Planning counts rows, so it happens only on request.
    private Response show(Visit visit) {
        var replayForm = ReplayForm.of(visit);
        boolean asked = !visit.here().query().isEmpty();
        return shown(visit, replayForm, Confirmation.NONE, Map.of(), asked);
    }

    private Response start(Visit visit, Form form) {
        var replayForm = ReplayForm.of(form);
        var typed = Confirmation.of(form);
        var faults = typed.faults(CONFIRMATION);
        if (!faults.isEmpty()) {
            return shown(visit, replayForm, typed, faults, true);
        }
        var violations = new Violations();
        var command = command(visit, replayForm, typed, violations);
        if (command.isEmpty()) {
            return shown(visit, replayForm, typed, ReplayForm.faults(violations.all()), true);
        }
        var key = FormToken.key(visit.request(), form);
        return switch (service.start(command.get(), violations, key, visit.actor())) {
            case Start.Started(var replay) -> toReplay(replay);
            case Start.Repeated(var replay) -> toReplay(replay);
            case Start.Invalid(var all) ->
                    shown(visit, replayForm, typed, ReplayForm.faults(all), true);
            case Start.NotAllowed _ ->
                    throw Problem.of(
                            ProblemType.FORBIDDEN,
                            "Only an admin can replay to several endpoints by a filter. Nothing"
                                    + " was started.");
            case Start.Clash _ -> refused(visit, replayForm, typed, Notice.RELOAD_FORM);
            case Start.TooManyOpen(var full) ->
                    refused(visit, replayForm, typed, ReplayText.tooMany(full));
            case Start.Busy _ -> throw ReplayText.busy();
            case Start.TooLarge(long total) ->
                    refused(visit, replayForm, typed, ReplayText.tooLarge(total));
            case Start.Changed(var plan) -> refused(visit, replayForm, typed, changed(plan, typed));
        };
    }

    private static String changed(Plan plan, Confirmation typed) {
        return "The plan has changed: it now has "
                + Format.count(plan.total(), "delivery", "deliveries")
                + ", not "
                + Format.number(Long.parseLong(typed.planned()))
                + ". Nothing was started. Look at it again.";
    }

    private static Response toReplay(Replay replay) {
        return Pages.done(
                Link.to(Section.REPLAYS.path() + "/" + IdKind.REPLAY.format(replay.id())),
                Notice.REPLAY_STARTED);
    }

    private Response refused(Visit visit, ReplayForm replayForm, Confirmation typed, String why) {
        var again = new Confirmation("", "", typed.why());
        return shown(visit, replayForm, again, Map.of(AT_ALL, why), true);
    }

    /// The command of the form; empty if it is invalid.
    private Optional<StartReplay> command(
            Visit visit, ReplayForm replayForm, Confirmation typed, Violations violations) {
        // A replay to a single endpoint belongs to that endpoint.
        var endpoint = offered.find(replayForm.endpoint(), visit.scope());
        var now = visit.now().truncatedTo(ChronoUnit.MILLIS);
        var pace = ReplayForm.pace(replayForm.rate(), violations);
        return replayForm
                .criteria(endpoint.orElse(null), now, violations)
                .map(criteria ->
                        new StartReplay(
                                visit.visitor().caller(),
                                criteria,
                                criteria.json().toString(),
                                pace,
                                null,
                                typed.isGiven() ? typed.why() : null,
                                typed.isGiven() ? Integer.valueOf(typed.planned()) : null,
                                now));
    }

    private Response shown(
            Visit visit,
            ReplayForm replayForm,
            Confirmation typed,
            Map<String, String> given,
            boolean planned) {
        var faults = new LinkedHashMap<>(given);
        var violations = new Violations();
        ReplayPlan plan = null;
        if (planned) {
            var command = command(visit, replayForm, Confirmation.NONE, violations);
            if (command.isPresent()
                    && service.plan(command.get(), violations)
                            instanceof Planned.Done(var draft, var counted)) {
                plan = ReplayPlan.of(visit, replayForm, draft, counted, names);
            }
        }
        ReplayForm.faults(violations.all()).forEach(faults::putIfAbsent);
        var shown =
                new Shown(
                        replayForm,
                        IdKind.ENDPOINT.parse(replayForm.endpoint()).map(names::of).orElse(null),
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
}

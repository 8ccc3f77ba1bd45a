package dev.waybill.web.dashboard.deadletters;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import dev.waybill.feature.deadletters.DeadLetterFilter;
import dev.waybill.feature.deadletters.DeadLetterRules;
import dev.waybill.feature.deadletters.DeadLetterSelection;
import dev.waybill.feature.deadletters.DeadLetterService;
import dev.waybill.feature.deadletters.DeadLetters.Result;
import dev.waybill.feature.deadletters.NoteDeadLetters;
import dev.waybill.feature.deadletters.ReopenDeadLetters;
import dev.waybill.feature.deadletters.ResolveDeadLetters;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.web.dashboard.deliveries.DeliveryPage;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.FormProblem;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.DeadLetterMessages;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Changes dead letters, always with a note: resolves a group, adds a note to a group or to one
/// dead letter that stays open, reopens one.
final class DeadLetterActions {

    private static final Map<String, String> TITLES =
            Map.of("note", "The note", "endpoint_id", "The endpoint", "reason", "The reason");

    private final DeadLetterService service;

    DeadLetterActions(DeadLetterService service) {
        this.service = service;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/dlq/resolve", this::resolveGroup),
                pages.action(Right.OPERATE, "/ui/dlq/note", this::noteGroup),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/note", this::note),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/reopen", this::reopen));
    }

    private Response resolveGroup(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var command =
                new ResolveDeadLetters(group(visit, input), null, input.text("note").orNull());
        var result = service.resolve(command, input.violations(), visit.actor());
        return shown(visit, result, Link.to(Section.LETTERS.path()), Notice.RESOLVED);
    }

    private Response noteGroup(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var command = new NoteDeadLetters(group(visit, input), input.text("note").orNull());
        var result = service.note(command, input.violations(), visit.actor());
        return shown(visit, result, Link.to(Section.LETTERS.path()), Notice.NOTED);
    }

    private Response note(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var command = new NoteDeadLetters(one(visit), input.text("note").orNull());
        var result = service.note(command, input.violations(), visit.actor());
        return shown(visit, result, page(visit), Notice.NOTED);
    }

    private Response reopen(Visit visit, Form form) {
        var input = new FormInput(form, new Violations());
        var note = input.text("note").orNull();
        // Required here, but optional in the API, where programs reopen dead letters that they
        // resolved by mistake.
        DeadLetterRules.requireNote(note, input.violations());
        var command = new ReopenDeadLetters(one(visit), note);
        var result = service.reopen(command, input.violations(), visit.actor());
        return shown(visit, result, page(visit), Notice.REOPENED);
    }

    private static DeadLetterSelection one(Visit visit) {
        var id =
                IdKind.DELIVERY
                        .parse(visit.request().part("id"))
                        .orElseThrow(() -> DeliveryPage.notFound(visit.request()));
        return DeadLetterSelection.of(visit.visitor().caller(), id);
    }

    private static Link page(Visit visit) {
        return Link.to(Section.DELIVERIES.path() + "/" + visit.request().part("id"));
    }

    /// The group that the form belongs to, up to its newest dead letter when the page was shown.
    private static DeadLetterSelection group(Visit visit, FormInput input) {
        var form = input.form();
        var violations = input.violations().in(DeadLetterRules.FILTER);
        var endpoint = IdKind.ENDPOINT.parse(form.text("endpoint"));
        if (endpoint.isEmpty()) {
            violations.add(Violation.notAnId("endpoint_id", IdKind.ENDPOINT));
        }
        var reason = DeadLetterRules.REASON.of(form.text("reason"));
        if (reason.isEmpty()) {
            violations.add(DeadLetterRules.REASON.violation("reason"));
        }
        var last = IdKind.DELIVERY.parse(form.text("last"));
        if (last.isEmpty()) {
            violations.add(Violation.notAnId("last", IdKind.DELIVERY));
        }
        var cause = form.text("cause");
        // Up to the last one that was shown: later failures stay open.
        var filter =
                new DeadLetterFilter(
                        Audience.OPERATORS,
                        endpoint.orElse(null),
                        reason.orElse(null),
                        DeliveryFilter.cause(cause),
                        null,
                        null,
                        last.map(id -> Ids.timeOf(id).plusMillis(1)).orElse(null));
        return new DeadLetterSelection(
                visit.visitor().caller(),
                null,
                new DeadLetterSelection.Filter(null, cause, filter, criteria(filter, cause)));
    }

    private static ObjectNode criteria(DeadLetterFilter filter, String cause) {
        var criteria = JsonNodeFactory.instance.objectNode();
        put(criteria, "endpoint_id", filter.endpointId(), IdKind.ENDPOINT::format);
        put(criteria, "reason", filter.reason(), Reason::code);
        criteria.put("cause", cause);
        put(criteria, "until", filter.until(), Timestamps::format);
        return criteria;
    }

    private static <T> void put(
            ObjectNode json, String name, @Nullable T value, Function<T, String> format) {
        if (value != null) {
            json.put(name, format.apply(value));
        }
    }

    private static Response shown(Visit visit, Result result, Link page, Notice notice) {
        return switch (result) {
            case Result.Done _ -> Pages.done(page, notice);
            case Result.Invalid(var all) -> throw FormProblem.of(all, TITLES);
            case Result.NoSuchDelivery _ -> throw DeliveryPage.notFound(visit.request());
            case Result.NotDeadLetter _ ->
                    throw Problem.of(ProblemType.CONFLICT, DeadLetterMessages.NOT_DEAD);
            case Result.Superseded(_, var by) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            DeadLetterMessages.superseded(IdKind.DELIVERY.format(by)));
        };
    }
}

package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.event.Ids;
import dev.waybill.feature.deadletters.DeadLetterFilter;
import dev.waybill.feature.deadletters.DeadLetters;
import dev.waybill.feature.deadletters.Selection;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.web.http.Form;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.Notice;
import dev.waybill.web.site.Pages;
import dev.waybill.web.site.Section;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.text.DeadLetterMessages;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;

/// What operators do with dead letters, always with a reason: resolve a group, add a note to a
/// group or to one, reopen one.
public final class DeadLetterActions {

    private static final int NOTE_LENGTH_MAX = 2_000;

    private final DeadLetters letters;

    public DeadLetterActions(DeadLetters letters) {
        this.letters = letters;
    }

    public List<Route> routes(Pages pages) {
        return List.of(
                pages.action(Right.OPERATE, "/ui/dlq/resolve", this::resolveGroup),
                pages.action(Right.OPERATE, "/ui/dlq/note", this::noteGroup),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/note", this::note),
                pages.action(Right.OPERATE, "/ui/deliveries/{id}/reopen", this::reopen));
    }

    private Response resolveGroup(Visit visit, Form form) {
        var why = why(form);
        letters.resolve(visit.act(), group(visit, form), "resolved", why);
        return Pages.done(Link.to(Section.LETTERS.path()), Notice.RESOLVED);
    }

    private Response noteGroup(Visit visit, Form form) {
        var why = why(form);
        letters.note(visit.act(), group(visit, form), why);
        return Pages.done(Link.to(Section.LETTERS.path()), Notice.NOTED);
    }

    private Response note(Visit visit, Form form) {
        var why = why(form);
        return shown(visit, letters.note(visit.act(), one(visit), why), Notice.NOTED);
    }

    private Response reopen(Visit visit, Form form) {
        var why = why(form);
        return shown(visit, letters.reopen(visit.act(), one(visit), why), Notice.REOPENED);
    }

    private static String why(Form form) {
        var note = form.text("note");
        if (note.isBlank() || note.length() > NOTE_LENGTH_MAX) {
            throw Problem.invalid("note", DeadLetterMessages.NOTE);
        }
        return note;
    }

    private static Selection one(Visit visit) {
        var id =
                IdKind.DELIVERY
                        .parse(visit.request().part("id"))
                        .orElseThrow(() -> DeliveryPage.notFound(visit.request()));
        return new Selection.These(List.of(id), visit.scope());
    }

    private static Selection group(Visit visit, Form form) {
        var endpoint =
                IdKind.ENDPOINT
                        .parse(form.text("endpoint"))
                        .orElseThrow(
                                () -> Problem.invalid("endpoint", DeadLetterMessages.ENDPOINT));
        var reason =
                Reason.of(form.text("reason"))
                        .filter(Reason::isDeadLetter)
                        .orElseThrow(() -> Problem.invalid("reason", DeadLetterMessages.REASON));
        var cause = form.text("cause");
        // Up to the last one that was shown: later failures stay open.
        var until =
                IdKind.DELIVERY
                        .parse(form.text("last"))
                        .map(Ids::timeOf)
                        .orElseThrow(() -> Problem.invalid("last", DeadLetterMessages.LAST))
                        .plusMillis(1);
        var criteria = JsonNodeFactory.instance.objectNode();
        criteria.put("endpoint_id", form.text("endpoint"));
        criteria.put("reason", reason.code());
        criteria.put("cause", cause);
        criteria.put("until", Timestamps.format(until));
        var filter =
                new DeadLetterFilter(
                        Audience.OPERATORS,
                        endpoint,
                        reason,
                        DeliveryFilter.cause(cause),
                        null,
                        null,
                        until);
        return new Selection.Matching(filter, visit.scope(), criteria);
    }

    private static Response shown(Visit visit, DeadLetters.Result result, Notice notice) {
        var page = Section.DELIVERIES.path() + "/" + visit.request().part("id");
        return switch (result) {
            case DeadLetters.Result.Done _ -> Pages.done(Link.to(page), notice);
            case DeadLetters.Result.NoSuchDelivery _ ->
                    throw DeliveryPage.notFound(visit.request());
            case DeadLetters.Result.NoLetter _ ->
                    throw Problem.of(ProblemType.CONFLICT, DeadLetterMessages.NOT_DEAD);
            case DeadLetters.Result.Superseded(_, var by) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            DeadLetterMessages.superseded(IdKind.DELIVERY.format(by)));
        };
    }
}

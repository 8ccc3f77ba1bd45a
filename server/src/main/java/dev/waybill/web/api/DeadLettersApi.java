package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.feature.deadletters.DeadLetterFilter;
import dev.waybill.feature.deadletters.DeadLetterGroup;
import dev.waybill.feature.deadletters.DeadLetterGroups;
import dev.waybill.feature.deadletters.DeadLetters;
import dev.waybill.feature.deadletters.Selection;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeadLetterNote;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryQuery;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.web.access.Access;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// `/v1/dead_letters`: what did not arrive, by endpoint and cause, and what people did about it.
public final class DeadLettersApi {

    private static final char LIST = 'g';

    /// Groups that can be paged through.
    private static final int GROUPS_MAX = 100_000;

    /// Letters named in one request.
    private static final int IDS_MAX = 500;

    private static final int BODY_BYTES_MAX = 64 * 1024;
    private static final int NOTE_LENGTH_MAX = 2_000;
    private static final int KIND_LENGTH_MAX = 100;

    /// What is said of most letters that people settle; anything else will do too.
    private static final Set<String> KINDS =
            Set.of("replayed_elsewhere", "reconciled_by_hand", "not_needed");

    /// The kind of who says none.
    private static final String KIND_DEFAULT = "resolved";

    private static final Set<String> OWN_KINDS =
            Set.of(
                    DeadLetterNote.REPLAYED,
                    DeadLetterNote.SUPERSEDED,
                    DeadLetterNote.REOPENED,
                    DeadLetterNote.NOTED);

    private final DeadLetterGroups groups;
    private final DeadLetters letters;
    private final DeliveryQuery deliveries;
    private final AppNames apps;

    public DeadLettersApi(
            DeadLetterGroups groups, DeadLetters letters, DeliveryQuery deliveries, AppNames apps) {
        this.groups = groups;
        this.letters = letters;
        this.deliveries = deliveries;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/dead_letters", this::list),
                access.route(Right.OPERATE, "POST", "/v1/dead_letters/resolve", this::resolve),
                access.route(Right.OPERATE, "POST", "/v1/dead_letters/reopen", this::reopen));
    }

    private Response list(Request request, Caller caller) {
        var params =
                new Params(
                        request,
                        "app",
                        "endpoint_id",
                        "reason",
                        "cause",
                        "event_type",
                        "since",
                        "until",
                        "cursor",
                        "limit");
        var scope = apps.scope(params, caller);
        var filter =
                new DeadLetterFilter(
                        Audience.of(caller),
                        params.id("endpoint_id", IdKind.ENDPOINT).orElse(null),
                        params.text("reason").map(DeadLettersApi::reasonParam).orElse(null),
                        DeliveryFilter.cause(params.text("cause").orElse(null)),
                        params.text("event_type").orElse(null),
                        params.time("since").orElse(null),
                        params.time("until").orElse(null));
        int limit = params.limit();
        int skipped = params.cursor(LIST).map(DeadLettersApi::skipped).orElse(0);
        var page = groups.page(scope, filter, skipped, limit);
        var samples =
                deliveries
                        .findAll(page.groups().stream().map(DeadLetterGroup::last).toList())
                        .stream()
                        .collect(Collectors.toMap(DeliveryView::id, Function.identity()));
        var rows =
                page.groups().stream()
                        .map(group ->
                                DeadLetterJson.of(
                                        group, samples.get(group.last()), Audience.of(caller)))
                        .toList();
        // The largest first is no order that a row's own id could mark: the cursor counts.
        var next = rows.size() < limit ? null : new UUID(0, skipped + rows.size());
        var json = Pages.of(rows, LIST, next);
        json.put("counted_all", page.countedAll());
        return Json.response(200, json);
    }

    private static int skipped(UUID position) {
        return Math.toIntExact(Math.clamp(position.getLeastSignificantBits(), 0, GROUPS_MAX));
    }

    private static Reason reasonParam(String word) {
        return reason(word).orElseThrow(() -> Params.malformed("reason", REASONS));
    }

    private static final String REASONS =
            "reason must be permanent, exhausted, gone, blocked, endpoint_disabled or deadline.";

    private static Optional<Reason> reason(String word) {
        return Reason.of(word).filter(Reason::isDeadLetter);
    }

    private Response resolve(Request request, Caller caller) {
        var body =
                new Fields(
                        Json.readObject(request, BODY_BYTES_MAX),
                        "delivery_ids",
                        "filter",
                        "kind",
                        "note");
        var note =
                body.prose("note", NOTE_LENGTH_MAX)
                        .filter(text -> !text.isBlank())
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/note",
                                        "note must say why: it is what whoever looks for this"
                                                + " event later will find."));
        var kind = body.text("kind", KIND_LENGTH_MAX).map(DeadLettersApi::kind);
        return done(
                letters.resolve(
                        Access.actor(caller, request),
                        selection(body, caller),
                        kind.orElse(KIND_DEFAULT),
                        note));
    }

    private Response reopen(Request request, Caller caller) {
        var body =
                new Fields(
                        Json.readObject(request, BODY_BYTES_MAX), "delivery_ids", "filter", "note");
        var note = body.prose("note", NOTE_LENGTH_MAX).orElse(null);
        return done(letters.reopen(Access.actor(caller, request), selection(body, caller), note));
    }

    /// The words that are known are taken as people say them.
    private static String kind(String given) {
        var word = given.strip().toLowerCase(Locale.ROOT).replace(' ', '_');
        if (word.isEmpty() || OWN_KINDS.contains(word)) {
            throw Problem.invalid(
                    "/kind",
                    "kind must be replayed_elsewhere, reconciled_by_hand, not_needed or words of"
                            + " your own, but not replayed, superseded, reopened or noted.");
        }
        return KINDS.contains(word) ? word : given.strip();
    }

    private Selection selection(Fields body, Caller caller) {
        var ids = body.texts("delivery_ids", IDS_MAX);
        if (ids.isPresent() == body.node("filter").isPresent()) {
            throw Problem.invalid(
                    "/delivery_ids", "Say either delivery_ids or filter, and not both.");
        }
        return ids.<Selection>map(texts -> these(texts, caller))
                .orElseGet(() -> matching(body, caller));
    }

    private static Selection these(List<String> texts, Caller caller) {
        if (texts.isEmpty()) {
            throw Problem.invalid("/delivery_ids", "delivery_ids must name at least one.");
        }
        var ids =
                texts.stream()
                        .map(text ->
                                IdKind.DELIVERY
                                        .parse(text)
                                        .orElseThrow(() -> DeliveriesApi.notFound(text)))
                        .distinct()
                        .toList();
        return new Selection.These(ids, caller.scope());
    }

    private Selection matching(Fields body, Caller caller) {
        var fields =
                FilterFields.of(
                        body,
                        caller,
                        apps,
                        "endpoint_id",
                        "reason",
                        "cause",
                        "event_type",
                        "since",
                        "until");
        var word = fields.text("reason");
        var reason =
                word == null
                        ? null
                        : reason(word)
                                .orElseThrow(() -> Problem.invalid("/filter/reason", REASONS));
        var filter =
                new DeadLetterFilter(
                        Audience.of(caller),
                        fields.id("endpoint_id", IdKind.ENDPOINT),
                        reason,
                        DeliveryFilter.cause(fields.text("cause")),
                        fields.text("event_type"),
                        fields.time("since"),
                        fields.time("until"));
        return new Selection.Matching(filter, fields.scope(), fields.json());
    }

    private static Response done(DeadLetters.Result result) {
        return switch (result) {
            case DeadLetters.Result.Done(int count, boolean more) ->
                    Json.response(200, CancelApi.count(count, more));
            case DeadLetters.Result.NoSuchDelivery(var id) ->
                    throw DeliveriesApi.notFound(IdKind.DELIVERY.format(id));
            case DeadLetters.Result.NoLetter(var id) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            IdKind.DELIVERY.format(id) + " is no dead letter.");
            case DeadLetters.Result.Superseded(var id, var by) ->
                    throw Problem.of(
                            ProblemType.CONFLICT,
                            IdKind.DELIVERY.format(id)
                                    + " was sent again as "
                                    + IdKind.DELIVERY.format(by)
                                    + ", which is the letter to look after.");
        };
    }
}

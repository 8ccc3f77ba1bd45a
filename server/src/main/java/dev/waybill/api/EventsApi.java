package dev.waybill.api;

import dev.waybill.domain.EventType;
import dev.waybill.domain.IdKind;
import dev.waybill.domain.Ids;
import dev.waybill.domain.Right;
import dev.waybill.domain.Scope;
import dev.waybill.domain.Timestamps;
import dev.waybill.http.Problem;
import dev.waybill.http.ProblemType;
import dev.waybill.http.Request;
import dev.waybill.http.Response;
import dev.waybill.http.Route;
import dev.waybill.query.EventQuery;
import dev.waybill.query.EventView;
import dev.waybill.query.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Reading `/v1/events`.
public final class EventsApi {

    private static final char LIST = 'e';
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final EventQuery events;
    private final AppNames apps;

    public EventsApi(EventQuery events, AppNames apps) {
        this.events = events;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/events", this::list),
                access.route(Right.READ, "GET", "/v1/events/{id}", this::get));
    }

    private Response get(Request request, Caller caller) {
        var id = request.part("id");
        var scope = apps.scope(new Params(request, "app"), caller);
        var view =
                resolve(id, scope)
                        .flatMap(inside -> events.find(inside, scope))
                        .orElseThrow(() ->
                                Problem.of(
                                        ProblemType.NOT_FOUND,
                                        "There is no event "
                                                + id
                                                + "; an event's id is"
                                                + " the one its producer gave, or begins"
                                                + " with "
                                                + IdKind.EVENT.prefix()
                                                + "."));
        return Json.response(200, EventJson.withDeliveries(view, uid(view)));
    }

    /// Oldest first, and always with a cursor, so that a reader can follow.
    private Response list(Request request, Caller caller) {
        var params = new Params(request, "app", "since", "event_types", "cursor", "limit");
        var scope = apps.scope(params, caller);
        var after = params.cursor(LIST).orElseGet(() -> start(params, scope));
        var page = events.page(scope, patterns(params), after, params.limit());
        return Json.response(
                200,
                Pages.of(
                        page.rows().stream().map(view -> EventJson.of(view, uid(view))).toList(),
                        LIST,
                        end(page, after)));
    }

    private String uid(EventView view) {
        return apps.uid(view.event().appId());
    }

    private static UUID end(Page<EventView> page, UUID after) {
        if (page.last() != null) {
            return page.last();
        }
        return page.rows().isEmpty() ? after : page.rows().getLast().event().id();
    }

    private UUID start(Params params, Scope scope) {
        return params.text("since").map(text -> since(text, scope)).orElse(BEFORE_ALL);
    }

    private Optional<UUID> resolve(String id, Scope scope) {
        return EventParser.isId(id) ? events.resolve(id, scope) : Optional.empty();
    }

    /// An event's id: from the one behind it; a time: from the first captured at or after it.
    private UUID since(String text, Scope scope) {
        var time = Timestamps.parse(text);
        if (time.isPresent()) {
            var first = Ids.lowestAt(time.get());
            return new UUID(first.getMostSignificantBits(), first.getLeastSignificantBits() - 1);
        }
        return resolve(text, scope)
                .orElseThrow(() ->
                        Params.malformed(
                                "since",
                                "since must be an event's id, or a time with an offset such"
                                        + " as 2026-04-28T14:00:00Z."));
    }

    private static List<String> patterns(Params params) {
        var patterns = params.text("event_types").map(text -> Arrays.asList(text.split(",", -1)));
        if (patterns.isPresent() && !patterns.get().stream().allMatch(EventType::isPattern)) {
            throw Params.malformed(
                    "event_types",
                    "event_types must be names or patterns such as filing.*, with commas between.");
        }
        return patterns.orElse(List.of());
    }
}

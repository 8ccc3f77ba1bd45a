package dev.waybill.web.api.events;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Right;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.EventId;
import dev.waybill.domain.event.EventRules;
import dev.waybill.domain.event.EventType;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.events.EventFeed;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.events.FeedPage;
import dev.waybill.feature.events.FeedPosition;
import dev.waybill.web.access.Access;
import dev.waybill.web.api.AnswerMemory;
import dev.waybill.web.api.AppNames;
import dev.waybill.web.api.FeedCursor;
import dev.waybill.web.api.Params;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// Reads `/v1/events`.
public final class EventsApi {

    /// Limit of the data on one page: a page with data ends after the event that reaches it.
    private static final long PAGE_DATA_BYTES_MAX = 2L << 20;

    private final EventQuery events;
    private final EventFeed feed;
    private final AppNames apps;

    EventsApi(EventQuery events, EventFeed feed, AppNames apps) {
        this.events = events;
        this.feed = feed;
        this.apps = apps;
    }

    public List<Route> routes(Access access) {
        return List.of(
                access.route(Right.READ, "GET", "/v1/events", this::list),
                access.route(Right.READ, "GET", "/v1/events/{id}", this::get));
    }

    private Response get(Request request, Caller caller) {
        var scope = apps.scope(new Params(request, "app"), caller);
        var id = request.part("id");
        var detail =
                resolve(events, id, scope)
                        .flatMap(inside -> events.detail(inside, scope))
                        .orElseThrow(() -> notFound(id));
        request.reserve(AnswerMemory.of(detail.event().data().length));
        return Json.response(
                200, EventJson.of(detail, apps.uid(detail.event().appId()), Audience.of(caller)));
    }

    /// The event that the path names, with its data.
    public static Event find(EventQuery events, String id, Scope scope) {
        return resolve(events, id, scope)
                .flatMap(inside -> events.find(inside, scope))
                .orElseThrow(() -> notFound(id));
    }

    private static Problem notFound(String id) {
        return Problem.of(
                ProblemType.NOT_FOUND,
                "There is no event "
                        + id
                        + "; an event's id is the one its producer gave, or begins with "
                        + IdKind.EVENT.prefix()
                        + ".");
    }

    /// Always with a cursor, so that a reader can follow.
    private Response list(Request request, Caller caller) {
        var params =
                new Params(request, "app", "since", "event_types", "include", "cursor", "limit");
        var scope = apps.scope(params, caller);
        var position = start(params, scope);
        boolean withData = params.text("include").map(EventsApi::includesData).orElse(false);
        if (withData) {
            // Before anything is read: the answer may be this large.
            request.reserve(AnswerMemory.of(PAGE_DATA_BYTES_MAX + EventRules.DATA_BYTES_MAX));
        }
        var page =
                feed.page(
                        scope,
                        patterns(params),
                        position,
                        params.limit(),
                        withData ? PAGE_DATA_BYTES_MAX : Long.MAX_VALUE);
        if (page.events().isEmpty() && feed.isAhead(position)) {
            throw Params.malformed(
                    "cursor",
                    "This cursor is beyond the end of this database's feed: it comes from another"
                            + " database. Start again from a time.");
        }
        var json = Json.object();
        json.putArray("data").addAll(withData ? whole(page) : listed(page));
        json.put("next_cursor", FeedCursor.CURSOR.encode(page.next()));
        return Json.response(200, json);
    }

    private static boolean includesData(String word) {
        if (!word.equals("data")) {
            throw Params.malformed("include", "include must be data.");
        }
        return true;
    }

    private List<ObjectNode> listed(FeedPage page) {
        return page.events().stream()
                .map(event -> EventJson.of(event, apps.uid(event.head().appId())))
                .toList();
    }

    private List<ObjectNode> whole(FeedPage page) {
        var data = events.data(page.events().stream().map(event -> event.head().id()).toList());
        var listed = listed(page);
        for (int i = 0; i < listed.size(); i++) {
            var bytes = data.get(page.events().get(i).head().id());
            // An event may be dropped between the two queries; then it is listed without data.
            if (bytes != null) {
                EventJson.putData(listed.get(i), bytes);
            }
        }
        return listed;
    }

    /// The cursor takes precedence, so that a reader need not remove `since`.
    private FeedPosition start(Params params, Scope scope) {
        return params.cursor(FeedCursor.CURSOR)
                .or(() -> params.text("since").map(text -> since(text, scope)))
                .orElse(FeedPosition.START);
    }

    private static Optional<UUID> resolve(EventQuery events, String id, Scope scope) {
        return EventId.isValid(id) ? events.resolve(id, scope) : Optional.empty();
    }

    /// A time: from the first event captured at or after it. A cursor, or an event's id: from the
    /// event after it.
    private FeedPosition since(String text, Scope scope) {
        var time = Timestamps.parse(text);
        if (time.isPresent()) {
            return feed.from(time.get());
        }
        return FeedCursor.CURSOR
                .decode(text)
                .or(() -> resolve(events, text, scope).map(id -> feed.behind(id, scope)))
                .orElseThrow(() ->
                        Params.malformed(
                                "since",
                                "since must be an event's id, a cursor of this list, or a time"
                                        + " with an offset such as 2026-04-28T14:00:00Z."));
    }

    private static List<String> patterns(Params params) {
        var patterns = params.text("event_types").map(text -> Arrays.asList(text.split(",", -1)));
        if (patterns.isPresent() && !patterns.get().stream().allMatch(EventType::isPattern)) {
            throw Params.malformed(
                    "event_types",
                    "event_types must be names or patterns such as filing.*, separated by commas.");
        }
        return patterns.orElse(List.of());
    }
}

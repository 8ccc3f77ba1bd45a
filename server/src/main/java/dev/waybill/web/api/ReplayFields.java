package dev.waybill.web.api;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.EventType;
import dev.waybill.feature.deliveries.CauseSelector;
import dev.waybill.feature.events.EventFeed;
import dev.waybill.feature.events.EventHead;
import dev.waybill.feature.events.EventQuery;
import dev.waybill.feature.events.FeedPosition;
import dev.waybill.feature.replays.Draft;
import dev.waybill.feature.replays.Draft.Speed;
import dev.waybill.feature.replays.ReplaySelection;
import dev.waybill.web.http.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads what is to be sent again, and how fast.
public final class ReplayFields {

    /// How far back: the contract.
    public static final Duration REACH = Duration.ofDays(30);

    private static final String MISSED = "missed";
    private static final int PATTERNS_MAX = 100;
    private static final int DELIVERIES_MAX = 1_000;
    private static final int REASON_LENGTH_MAX = 1_000;
    private static final int SPREAD_SECONDS_MAX = 7 * 86_400;
    private static final double RATE_MIN = 0.01;
    private static final double RATE_MAX = 10_000;
    private static final Duration START_MAX = Duration.ofDays(30);

    /// A replay that is planned holds one of the few slots that its app has.
    private static final Duration CUSTOMER_START_MAX = Duration.ofDays(1);

    private final EventQuery events;
    private final EventFeed feed;
    private final AppNames apps;

    public ReplayFields(EventQuery events, EventFeed feed, AppNames apps) {
        this.events = events;
        this.feed = feed;
        this.apps = apps;
    }

    /// By filter, whatever the endpoint.
    public Draft bulk(ObjectNode json, Caller caller, Instant now) {
        var fields =
                new Fields(
                        json,
                        "filter",
                        "dry_run",
                        "spread_seconds",
                        "rate_per_second",
                        "start_at",
                        "reason",
                        "expected_total");
        var filter =
                fields.node("filter")
                        .filter(ObjectNode.class::isInstance)
                        .map(ObjectNode.class::cast)
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/filter",
                                        "filter is required: an object such as"
                                                + " {\"states\": [\"failed\"]}."));
        var within =
                new Fields(
                        "/filter",
                        filter,
                        "states",
                        "reasons",
                        "causes",
                        "delivery_ids",
                        "endpoint_id",
                        "app",
                        "event_types",
                        "since",
                        "until");
        var scope =
                within.text("app", 64)
                        .map(name -> new Scope(apps.named(name, caller), caller.mode()))
                        .orElse(caller.scope());
        var states = EnumSet.noneOf(DeliveryState.class);
        within.texts("states", 10)
                .orElse(List.of())
                .forEach(word -> states.add(ended(word, within.at("states"))));
        var since = time(within, "since").orElseGet(() -> now.minus(REACH));
        requireWithinReach(since, within.at("since"), now);
        var chosen =
                new ReplaySelection.Deliveries(
                        scope,
                        states,
                        reasons(within),
                        causes(within),
                        deliveryIds(within),
                        within.text("endpoint_id", 64).map(ReplayFields::endpointId).orElse(null),
                        patterns(within),
                        since,
                        time(within, "until").orElse(now));
        return new Draft(
                chosen,
                filter.toString(),
                null,
                scope.mode(),
                null,
                isCustomer(caller),
                speed(fields),
                startAt(fields, caller, now),
                reason(fields),
                expected(fields));
    }

    /// To one endpoint.
    public Draft ofEndpoint(ObjectNode json, Endpoint endpoint, Caller caller, Instant now) {
        var fields =
                new Fields(
                        json,
                        "since",
                        "until",
                        "event_types",
                        "states",
                        "dry_run",
                        "spread_seconds",
                        "rate_per_second",
                        "start_at",
                        "reason",
                        "expected_total");
        var words = fields.texts("states", 10).orElse(List.of());
        // With what is still open, to say that it is left out.
        var states =
                words.isEmpty()
                        ? EnumSet.allOf(DeliveryState.class)
                        : EnumSet.noneOf(DeliveryState.class);
        words.stream()
                .filter(word -> !word.equals(MISSED))
                .forEach(word -> states.add(ended(word, fields.at("states"))));
        var asked = json.deepCopy();
        asked.remove(
                List.of(
                        "dry_run",
                        "spread_seconds",
                        "rate_per_second",
                        "start_at",
                        "reason",
                        "expected_total"));
        var chosen =
                new ReplaySelection.OfEndpoint(
                        endpoint,
                        since(fields, caller, now),
                        time(fields, "until").orElse(now),
                        patterns(fields),
                        states,
                        words.isEmpty() || words.contains(MISSED));
        return new Draft(
                chosen,
                asked.toString(),
                endpoint.appId(),
                endpoint.mode(),
                endpoint.id(),
                isCustomer(caller),
                speed(fields),
                startAt(fields, caller, now),
                reason(fields),
                expected(fields));
    }

    private static @Nullable Long expected(Fields fields) {
        return fields.integer("expected_total", 0, Integer.MAX_VALUE)
                .map(Integer::longValue)
                .orElse(null);
    }

    static boolean dryRun(ObjectNode json) {
        return new Fields(json.deepCopy().retain("dry_run"), "dry_run")
                .flag("dry_run")
                .orElse(false);
    }

    /// An event: behind it; a time: what was captured at it or later.
    private FeedPosition since(Fields fields, Caller caller, Instant now) {
        var text =
                fields.text("since", 64)
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "/since",
                                        "since is required: an event's id, or a time with an offset"
                                                + " such as 2026-04-28T14:00:00Z."));
        var time = Timestamps.parse(text);
        if (time.isPresent()) {
            requireWithinReach(time.get(), "/since", now);
            return feed.from(time.get());
        }
        var event =
                EventParser.isId(text)
                        ? events.resolve(text, caller.scope())
                                .flatMap(id -> events.head(id, caller.scope()))
                        : Optional.<EventHead>empty();
        return event.map(head -> feed.behind(head.id(), caller.scope()))
                .orElseThrow(() ->
                        Problem.invalid(
                                "/since",
                                "There is no event "
                                        + text
                                        + ", and it is no time with an offset either."));
    }

    private static void requireWithinReach(Instant since, String pointer, Instant now) {
        if (since.isBefore(now.minus(REACH))) {
            throw Problem.invalid(
                    pointer,
                    "Events can be sent again for "
                            + REACH.toDays()
                            + " days; that is longer ago. Begin at "
                            + Timestamps.format(now.minus(REACH))
                            + " or later.");
        }
    }

    /// Another pace for one that is under way.
    public static Speed pace(ObjectNode json) {
        var speed = speed(new Fields(json, "rate_per_second", "spread_seconds"));
        if (speed instanceof Speed.Default) {
            throw Problem.invalid(
                    "/rate_per_second", "rate_per_second or spread_seconds is required.");
        }
        return speed;
    }

    private static Speed speed(Fields fields) {
        var spread = fields.number("spread_seconds", 1, SPREAD_SECONDS_MAX);
        var rate = fields.number("rate_per_second", RATE_MIN, RATE_MAX);
        if (spread.isPresent() && rate.isPresent()) {
            throw Problem.invalid(
                    "/rate_per_second", "Say spread_seconds or rate_per_second, not both.");
        }
        if (rate.isPresent()) {
            return new Speed.PerSecond(rate.get());
        }
        return spread.<Speed>map(
                        seconds -> new Speed.Spread(Duration.ofMillis((long) (seconds * 1000))))
                .orElseGet(Speed.Default::new);
    }

    private static boolean isCustomer(Caller caller) {
        return caller.role() == Role.APP;
    }

    private static Instant startAt(Fields fields, Caller caller, Instant now) {
        var at = time(fields, "start_at").orElse(now);
        var max = isCustomer(caller) ? CUSTOMER_START_MAX : START_MAX;
        if (at.isAfter(now.plus(max))) {
            throw Problem.invalid(
                    "/start_at", "start_at must be within the next " + max.toHours() + " hours.");
        }
        return at.isBefore(now) ? now : at;
    }

    private static String reason(Fields fields) {
        return fields.prose("reason", REASON_LENGTH_MAX).orElse("");
    }

    private static Optional<Instant> time(Fields fields, String name) {
        return fields.text(name, 64)
                .map(text ->
                        Timestamps.parse(text)
                                .orElseThrow(() ->
                                        Problem.invalid(
                                                fields.at(name),
                                                name
                                                        + " must be a time with an offset, such as"
                                                        + " 2026-04-28T14:00:00Z.")));
    }

    private static DeliveryState ended(String word, String pointer) {
        return DeliveryState.of(word)
                .filter(DeliveryState::isTerminal)
                .orElseThrow(() ->
                        Problem.invalid(
                                pointer,
                                "states must be delivered, failed, expired or cancelled; to one"
                                        + " endpoint also missed."));
    }

    private static Set<Reason> reasons(Fields fields) {
        var known = new TreeSet<String>();
        for (var reason : Reason.values()) {
            known.add(reason.code());
        }
        var reasons = new TreeSet<>(fields.texts("reasons", 20).orElse(List.of()));
        if (!known.containsAll(reasons)) {
            throw Problem.invalid(
                    fields.at("reasons"), "reasons must be of " + String.join(", ", known) + ".");
        }
        return reasons.stream()
                .map(code -> Reason.of(code).orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// A cause that is none matches nothing.
    private static @Nullable Set<CauseSelector> causes(Fields fields) {
        var causes = new TreeSet<>(fields.texts("causes", 20).orElse(List.of()));
        if (!causes.stream().allMatch(Fields::isPlainText)) {
            throw Problem.invalid(
                    fields.at("causes"), "causes must be as groups of dead letters name them.");
        }
        return causes.isEmpty()
                ? null
                : causes.stream()
                        .flatMap(code -> CauseSelector.of(code).stream())
                        .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<UUID> deliveryIds(Fields fields) {
        var ids = new TreeSet<UUID>();
        for (var text : fields.texts("delivery_ids", DELIVERIES_MAX).orElse(List.of())) {
            ids.add(
                    IdKind.DELIVERY
                            .parse(text)
                            .orElseThrow(() ->
                                    Problem.invalid(
                                            fields.at("delivery_ids"),
                                            "delivery_ids must be ids that begin with "
                                                    + IdKind.DELIVERY.prefix()
                                                    + ".")));
        }
        return ids;
    }

    private static UUID endpointId(String text) {
        return IdKind.ENDPOINT
                .parse(text)
                .orElseThrow(() ->
                        Problem.invalid(
                                "/filter/endpoint_id",
                                "endpoint_id must be an id that begins with "
                                        + IdKind.ENDPOINT.prefix()
                                        + "."));
    }

    private static List<String> patterns(Fields fields) {
        var patterns = fields.texts("event_types", PATTERNS_MAX).orElse(List.of());
        if (!patterns.stream().allMatch(EventType::isPattern)) {
            throw Problem.invalid(
                    fields.at("event_types"),
                    "event_types must be names or patterns such as filing.*.");
        }
        return patterns;
    }
}

package dev.waybill.web.dashboard.replays;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.command.Choice;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.feature.replays.EndpointEvents;
import dev.waybill.feature.replays.EventOutcome;
import dev.waybill.feature.replays.PaceChoice;
import dev.waybill.feature.replays.ReplayCriteria;
import dev.waybill.feature.replays.ReplayFilter;
import dev.waybill.feature.replays.ReplayRules;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.FormInput;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The form of a new replay, as it was filled in. Its fields are also the address of a plan.
///
/// @param state the state of the deliveries, or one of the values below; empty for dead letters
/// @param range null if times are given, or nothing
/// @param since a time in UTC, or with an offset
/// @param named deliveries, if only these are meant
public record ReplayForm(
        String endpoint,
        String app,
        String type,
        String state,
        String reason,
        String cause,
        @Nullable TimeRange range,
        String since,
        String until,
        String rate,
        List<String> named) {

    /// In the address: any state.
    public static final String ENDED = "ended";

    /// In the address: any state but delivered.
    public static final String UNDELIVERED = "undelivered";

    /// Events that one endpoint did not receive, with or without a delivery.
    public static final String UNRECEIVED = "unreceived";

    /// The fields of the form for the fields of the command.
    private static final Map<String, String> FIELDS =
            Map.ofEntries(
                    Map.entry("filter/endpoint_id", "endpoint"),
                    Map.entry("filter/app", "app"),
                    Map.entry("filter/event_types", "type"),
                    Map.entry("filter/causes", "cause"),
                    Map.entry("filter/since", "since"),
                    Map.entry("filter/until", "until"),
                    Map.entry("/endpoint_id", "endpoint"),
                    Map.entry("/event_types", "type"),
                    Map.entry("/causes", "cause"),
                    Map.entry("/since", "since"),
                    Map.entry("/until", "until"),
                    Map.entry("/rate_per_second", "rate"),
                    Map.entry("/reason", "why"));

    private static final Map<String, String> TITLES =
            Map.of(
                    "endpoint_id", "The endpoint",
                    "event_types", "Event types",
                    "states", "The state",
                    "reasons", "The reason",
                    "causes", "The cause",
                    "since", "The beginning",
                    "until", "The end",
                    "rate_per_second", "The rate",
                    "reason", "The reason");

    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    static ReplayForm of(Visit visit) {
        return of(name -> visit.param(name).orElse(""), visit.request().queryNames());
    }

    static ReplayForm of(Form form) {
        return of(form::text, form.names());
    }

    /// Each selected delivery is a separate field, from the check boxes of a list.
    private static ReplayForm of(UnaryOperator<String> field, Set<String> names) {
        return new ReplayForm(
                field.apply("endpoint"),
                field.apply("app"),
                field.apply("type"),
                field.apply("state"),
                field.apply("reason"),
                field.apply("cause"),
                Stream.of(TimeRange.values())
                        .filter(range -> range.code().equals(field.apply("range")))
                        .findFirst()
                        .orElse(null),
                field.apply("since"),
                field.apply("until"),
                field.apply("rate"),
                names.stream()
                        .filter(name -> IdKind.DELIVERY.parse(name).isPresent())
                        .sorted()
                        .toList());
    }

    /// Whether it selects an endpoint's events, and not deliveries.
    boolean isOfEndpoint() {
        return state.equals(UNRECEIVED);
    }

    /// The events of one endpoint, or deliveries by a filter; empty if there can be no criteria.
    ///
    /// @param chosen the endpoint that the form names; null if it names none that exists
    Optional<ReplayCriteria> criteria(
            @Nullable Endpoint chosen, Instant now, Violations violations) {
        return isOfEndpoint()
                ? events(chosen, now, violations)
                : Optional.of(filter(chosen, now, violations.in(ReplayRules.FILTER)));
    }

    private Optional<ReplayCriteria> events(
            @Nullable Endpoint chosen, Instant now, Violations violations) {
        if (!reason.isEmpty() || !cause.isEmpty() || !named.isEmpty()) {
            violations.add(
                    "causes",
                    Violation.Code.CONFLICT,
                    "Missed events have no reason and no cause. Remove these filters.");
        }
        if (chosen == null) {
            violations.add("endpoint_id", Violation.Code.REQUIRED, "Choose one endpoint.");
            return Optional.empty();
        }
        var begin = since.isEmpty() ? rangeStart(now) : null;
        return Optional.of(
                new EndpointEvents(
                        chosen,
                        since.isEmpty()
                                ? new EndpointEvents.Since.Time(
                                        begin == null ? earliest(now) : begin)
                                : EndpointEvents.Since.of(withOffset(since)),
                        time("until", until, violations),
                        types(),
                        List.of(
                                EventOutcome.FAILED,
                                EventOutcome.EXPIRED,
                                EventOutcome.CANCELLED,
                                EventOutcome.MISSED)));
    }

    private ReplayFilter filter(@Nullable Endpoint chosen, Instant now, Violations violations) {
        var endpointId = IdKind.ENDPOINT.parse(endpoint);
        if (!endpoint.isEmpty() && endpointId.isEmpty()) {
            violations.add(Violation.notAnId("endpoint_id", IdKind.ENDPOINT));
        }
        return new ReplayFilter(
                chosen,
                app.isEmpty() ? null : app,
                states(violations),
                choice("reasons", reason, ReplayRules.REASON, violations),
                cause.isEmpty() ? List.of() : List.of(cause),
                named.stream().map(IdKind.DELIVERY::parse).flatMap(Optional::stream).toList(),
                endpointId.orElse(null),
                types(),
                since.isEmpty() ? rangeStart(now) : time("since", since, violations),
                time("until", until, violations));
    }

    /// The earliest time, with an hour to look at the plan before it is out of range.
    static Instant earliest(Instant now) {
        return now.minus(ReplayRules.REACH).plus(Duration.ofHours(1));
    }

    private List<String> types() {
        return Stream.of(type.split("[,\\s]+", -1)).filter(text -> !text.isEmpty()).toList();
    }

    private List<DeliveryState> states(Violations violations) {
        boolean undelivered = state.equals(UNDELIVERED);
        return undelivered || state.equals(ENDED)
                ? Stream.of(DeliveryState.values())
                        .filter(DeliveryState::isTerminal)
                        .filter(one -> one != DeliveryState.DELIVERED || !undelivered)
                        .toList()
                : choice("states", state, ReplayRules.STATE, violations);
    }

    private static <T> List<T> choice(
            String name, String code, Choice<T> choice, Violations violations) {
        var value = choice.of(code);
        if (!code.isEmpty() && value.isEmpty()) {
            violations.add(choice.violation(name));
        }
        return value.stream().toList();
    }

    /// Null for the longest range, which is as far back as replays reach.
    private @Nullable Instant rangeStart(Instant now) {
        return range == null || range == TimeRange.MONTH ? null : range.since(now);
    }

    /// The pace that the user entered; the default for an empty field.
    static PaceChoice pace(String rate, Violations violations) {
        var perSecond = FormInput.parseDecimal(rate);
        if (!rate.isEmpty() && perSecond.isEmpty()) {
            violations.add(ReplayRules.RATE_PER_SECOND.violation("rate_per_second"));
        }
        return PaceChoice.perSecond(perSecond.orElse(null));
    }

    private static @Nullable Instant time(String name, String text, Violations violations) {
        var time = Timestamps.parse(withOffset(text));
        if (!text.isEmpty() && time.isEmpty()) {
            violations.add(Violation.notATime(name));
        }
        return time.orElse(null);
    }

    /// Every violation with the field of the form that it concerns.
    static Map<String, String> faults(List<Violation> violations) {
        var faults = new LinkedHashMap<String, String>();
        for (var violation : violations) {
            faults.merge(
                    FIELDS.getOrDefault(place(violation), NewReplayPage.AT_ALL),
                    words(violation),
                    (first, second) -> first + " " + second);
        }
        return faults;
    }

    private static String place(Violation violation) {
        return String.join("/", violation.part()) + "/" + violation.field();
    }

    /// The sentence with the name that the form has for the field.
    static String words(Violation violation) {
        return violation.detail(TITLES.getOrDefault(violation.field(), violation.field()));
    }

    /// Adds the offset: browsers send none, and the form states that times are UTC.
    private static String withOffset(String text) {
        try {
            return Timestamps.format(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException _) {
            return text;
        }
    }

    /// The value of a time field; empty for a value that the field cannot show.
    public static String local(String text) {
        return Timestamps.parse(withOffset(text)).map(LOCAL::format).orElse("");
    }

    /// All fields with fixed times, so that the started replay is the planned one.
    public Map<String, String> frozen(Instant now) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("endpoint", endpoint);
        fields.put("app", app);
        fields.put("type", type);
        fields.put("state", state);
        fields.put("reason", reason);
        fields.put("cause", cause);
        var begin = since.isEmpty() ? rangeStart(now) : null;
        fields.put("since", begin == null ? since : Timestamps.format(begin));
        fields.put("until", until.isEmpty() ? Timestamps.format(now) : until);
        fields.put("rate", rate);
        named.forEach(id -> fields.put(id, "on"));
        fields.values().removeIf(String::isEmpty);
        return fields;
    }
}

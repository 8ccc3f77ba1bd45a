package dev.waybill.web.dashboard;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.Timestamps;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.web.api.ReplayFields;
import dev.waybill.web.http.Form;
import dev.waybill.web.site.TimeRange;
import dev.waybill.web.site.Visit;
import java.math.BigDecimal;
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
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the address of a plan asks for, as it was typed: what is wrong with it the API's own rules
/// say.
///
/// @param state a delivery's, or one of the words below; empty for dead letters
/// @param range null where the times are said, or nothing
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

    /// In the address: whatever came of it.
    public static final String ENDED = "ended";

    /// And: whatever came of it, if it did not arrive.
    public static final String UNDELIVERED = "undelivered";

    /// And: what one endpoint did not get, whether a delivery was made of it or not.
    public static final String UNRECEIVED = "unreceived";

    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    static ReplayForm of(Visit visit) {
        return of(name -> visit.param(name).orElse(""), visit.request().queryNames());
    }

    static ReplayForm of(Form form) {
        return of(form::text, form.names());
    }

    /// A delivery is named by a field of its own, as boxes beside rows are that can be checked.
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

    /// Whether it is about an endpoint's events, and not about deliveries.
    boolean isOfEndpoint() {
        return state.equals(UNRECEIVED);
    }

    /// As the API takes it for one endpoint: since when has to be said.
    ObjectNode ofEndpointJson(Instant now) {
        var json = JsonNodeFactory.instance.objectNode();
        var from = since.isEmpty() ? ofRange(now) : since;
        put(json, "since", from.isEmpty() ? Timestamps.format(earliest(now)) : time(from));
        put(json, "until", time(until));
        putAll(json, "event_types", types());
        putAll(json, "states", Stream.of("failed", "expired", "cancelled", "missed"));
        if (!rate.isEmpty()) {
            putRate(json, rate);
        }
        return json;
    }

    /// With time enough to look at the plan before it is too long ago.
    static Instant earliest(Instant now) {
        return now.minus(ReplayFields.REACH).plus(Duration.ofHours(1));
    }

    /// What cannot be said of an endpoint's events.
    boolean isNarrowedToDeliveries() {
        return !reason.isEmpty() || !cause.isEmpty() || !named.isEmpty();
    }

    /// As the API takes it.
    ObjectNode json(Instant now) {
        var json = JsonNodeFactory.instance.objectNode();
        var filter = json.putObject("filter");
        put(filter, "endpoint_id", endpoint);
        put(filter, "app", app);
        putAll(filter, "event_types", types());
        putAll(filter, "states", states());
        putAll(filter, "reasons", Stream.of(reason));
        putAll(filter, "causes", Stream.of(cause));
        putAll(filter, "delivery_ids", named.stream());
        put(filter, "since", time(since.isEmpty() ? ofRange(now) : since));
        put(filter, "until", time(until));
        if (!rate.isEmpty()) {
            putRate(json, rate);
        }
        return json;
    }

    private Stream<String> types() {
        return Stream.of(type.split("[,\\s]+", -1));
    }

    private Stream<String> states() {
        boolean undelivered = state.equals(UNDELIVERED);
        return undelivered || state.equals(ENDED)
                ? Stream.of(DeliveryState.values())
                        .filter(DeliveryState::isTerminal)
                        .filter(one -> one != DeliveryState.DELIVERED || !undelivered)
                        .map(DeliveryState::code)
                : Stream.of(state);
    }

    /// The longest range is as far back as replays reach, and need not be said.
    private String ofRange(Instant now) {
        return range == null || range == TimeRange.MONTH ? "" : Timestamps.format(range.since(now));
    }

    /// As a number, or, if it is none, so that the API's rules say so.
    static void putRate(ObjectNode json, String rate) {
        try {
            json.put("rate_per_second", new BigDecimal(rate));
        } catch (NumberFormatException _) {
            json.put("rate_per_second", rate);
        }
    }

    private static void put(ObjectNode json, String name, String value) {
        if (!value.isEmpty()) {
            json.put(name, value);
        }
    }

    private static void putAll(ObjectNode json, String name, Stream<String> values) {
        var given = values.filter(value -> !value.isEmpty()).toList();
        if (!given.isEmpty()) {
            var array = json.putArray(name);
            given.forEach(array::add);
        }
    }

    /// With an offset: what browsers send has none, and the page says that it is UTC.
    private static String time(String text) {
        try {
            return Timestamps.format(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException _) {
            return text;
        }
    }

    /// As a field for a time shows it; empty where it could not.
    public static String local(String text) {
        return Timestamps.parse(time(text)).map(LOCAL::format).orElse("");
    }

    /// Everything of it, with its times as they are now: what is started is what was looked at.
    public Map<String, String> frozen(Instant now) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("endpoint", endpoint);
        fields.put("app", app);
        fields.put("type", type);
        fields.put("state", state);
        fields.put("reason", reason);
        fields.put("cause", cause);
        fields.put("since", since.isEmpty() ? ofRange(now) : since);
        fields.put("until", until.isEmpty() ? Timestamps.format(now) : until);
        fields.put("rate", rate);
        named.forEach(id -> fields.put(id, "on"));
        fields.values().removeIf(String::isEmpty);
        return fields;
    }
}

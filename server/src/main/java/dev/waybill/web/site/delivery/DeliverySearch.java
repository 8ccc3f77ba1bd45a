package dev.waybill.web.site.delivery;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Cause;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Fault;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import dev.waybill.feature.deliveries.DeliveryView;
import dev.waybill.feature.deliveries.Page;
import dev.waybill.feature.deliveries.Statuses;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.PageRequest;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Visit;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The search of a list of deliveries, as in the address and as a filter.
///
/// @param text the search text
/// @param answer the result of the last attempt: `503`, `5xx`, or a code for no response
/// @param period null for any time
/// @param byEnd whether the period is that of its end, and not of its capture
/// @param before the position of the page
public record DeliverySearch(
        String text,
        @Nullable DeliveryState state,
        @Nullable String reason,
        @Nullable String type,
        @Nullable String app,
        @Nullable UUID endpoint,
        @Nullable String answer,
        @Nullable String cause,
        @Nullable String letter,
        @Nullable Period period,
        boolean byEnd,
        @Nullable UUID before) {

    /// In the address: the time that the range applies to, if it is not the capture. Statistics
    /// count by the end.
    public static final String BY = "by";

    public static final String END = "end";

    /// In the address: any age.
    public static final String ALL_TIME = "all";

    public static DeliverySearch of(PageRequest visit) {
        var letter = visit.param("letter").filter(DeliveryFilter::isLetterWord).orElse(null);
        return new DeliverySearch(
                visit.plain("q").orElse(""),
                visit.param("state").flatMap(DeliveryState::of).orElse(null),
                visit.plain("reason").orElse(null),
                visit.plain("type").orElse(null),
                visit.plain("app").orElse(null),
                visit.param("endpoint").flatMap(IdKind.ENDPOINT::parse).orElse(null),
                visit.plain("code").map(code -> code.toLowerCase(Locale.ROOT)).orElse(null),
                visit.plain("cause").orElse(null),
                letter,
                period(visit, letter),
                visit.param(BY).filter(END::equals).isPresent(),
                visit.param("before").flatMap(IdKind.DELIVERY::parse).orElse(null));
    }

    /// Dead letters stay until they are resolved, so a list of them covers any time by default.
    private static @Nullable Period period(PageRequest visit, @Nullable String letter) {
        var named = Period.named(visit);
        if (named.isPresent()) {
            return named.get();
        }
        boolean all = visit.param("range").map(ALL_TIME::equals).orElse(letter != null);
        return all ? null : Period.of(visit);
    }

    public DeliveryFilter filter() {
        return new DeliveryFilter(
                state,
                DeliveryFilter.reason(reason),
                endpoint,
                type,
                statuses().orElse(null),
                period == null ? null : period.since(),
                period == null || period.range() != null ? null : period.until(),
                DeliveryFilter.cause(cause),
                letter,
                DeliveryFilter.cause(statuses().isEmpty() ? answer : null),
                byEnd && period != null);
    }

    /// The statuses that the answer names; empty if it is a code or missing.
    public Optional<Statuses> statuses() {
        return answer == null ? Optional.empty() : Statuses.parse(answer);
    }

    /// The scope of the search; empty if there is no such app.
    public Optional<Scope> scope(Visit visit, AccessCache accessCache) throws SQLException {
        return app == null
                ? Optional.of(visit.scope())
                : accessCache.find(app).map(id -> new Scope(id, visit.scope().mode()));
    }

    /// Conditions that the form does not show, each with a link that removes it.
    ///
    /// @param ofEndpoint the text for the endpoint, which may not reveal its name
    public List<Chip> chips(Link here, Function<UUID, String> ofEndpoint) {
        var chips = new ArrayList<Chip>();
        if (endpoint != null) {
            chips.add(chip(here, "endpoint", ofEndpoint.apply(endpoint)));
        }
        if (reason != null) {
            chips.add(chip(here, "reason", "Reason " + reason));
        }
        if (cause != null) {
            chips.add(chip(here, "cause", "Cause " + cause));
        }
        if (period != null && period.range() == null) {
            var then = here.without(Period.SINCE).without(Period.UNTIL).without("before");
            chips.add(
                    new Chip(
                            "From " + period.beginning() + " to " + period.end(), then.toString()));
        }
        if (byEnd) {
            chips.add(chip(here, BY, "By when it ended"));
        }
        if (letter != null) {
            chips.add(
                    chip(
                            here,
                            "letter",
                            letter.equals(DeliveryFilter.ANY)
                                    ? "Dead letters"
                                    : "Dead letters, " + letter));
        }
        return chips;
    }

    /// The values that the filter by answer suggests.
    public static List<String> answers(Audience audience) {
        var answers = new ArrayList<>(List.of("2xx", "4xx", "5xx"));
        if (audience == Audience.OPERATORS) {
            answers.add(Cause.Kind.BLOCKED.code());
        }
        Stream.of(Fault.values())
                .map(Fault::cause)
                .filter(cause -> cause != Cause.Kind.BLOCKED)
                .map(Cause::code)
                .distinct()
                .forEach(answers::add);
        return answers;
    }

    /// A filter that can be removed.
    public record Chip(String text, String without) {}

    private static Chip chip(Link here, String name, String text) {
        return new Chip(text, here.without(name).without("before").toString());
    }

    /// The address of the next page; null at the end.
    public @Nullable String older(Link here, Page<DeliveryView> page) {
        return page.last() == null
                ? null
                : here.with("before", IdKind.DELIVERY.format(page.last())).toString();
    }

    /// The address of the first page; null on the first page.
    public @Nullable String newest(Link here) {
        return before == null ? null : here.without("before").toString();
    }

    /// For a customer, who sees one app, no resolved dead letters, and not all causes.
    public DeliverySearch ofCustomer() {
        return new DeliverySearch(
                text, state, null, type, null, endpoint, answer, null, null, period, byEnd, before);
    }

    public boolean isNarrowed() {
        return !text.isEmpty()
                || state != null
                || reason != null
                || type != null
                || app != null
                || endpoint != null
                || answer != null
                || cause != null
                || letter != null;
    }
}

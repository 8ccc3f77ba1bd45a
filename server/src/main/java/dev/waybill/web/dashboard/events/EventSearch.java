package dev.waybill.web.dashboard.events;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.feature.events.EventList;
import dev.waybill.web.site.Link;
import dev.waybill.web.site.PageRequest;
import dev.waybill.web.site.Period;
import dev.waybill.web.site.Visit;
import dev.waybill.web.site.delivery.DeliverySearch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The search of the list of events, as in the address.
///
/// @param text the search text
/// @param unmatched only events that matched no endpoint
/// @param period null for any time
/// @param before the position of the page
public record EventSearch(
        String text,
        @Nullable String type,
        @Nullable String app,
        boolean unmatched,
        @Nullable Period period,
        EventList.@Nullable Place before) {

    /// In the address: events that matched no endpoint.
    public static final String NONE = "none";

    private static final Pattern PLACE = Pattern.compile("([0-9]{1,18})\\.(evt_[0-9A-Za-z]+)");

    public static EventSearch of(PageRequest asked) {
        return new EventSearch(
                asked.plain("q").orElse(""),
                asked.plain("type").orElse(null),
                asked.plain("app").orElse(null),
                asked.param("matched").filter(NONE::equals).isPresent(),
                period(asked),
                asked.param("before").flatMap(EventSearch::place).orElse(null));
    }

    private static @Nullable Period period(PageRequest asked) {
        boolean all = asked.param("range").filter(DeliverySearch.ALL_TIME::equals).isPresent();
        return Period.named(asked).orElseGet(() -> all ? null : Period.of(asked));
    }

    private static Optional<EventList.Place> place(String text) {
        var parts = PLACE.matcher(text);
        return parts.matches()
                ? IdKind.EVENT
                        .parse(parts.group(2))
                        .map(id -> new EventList.Place(Long.parseLong(parts.group(1)), id))
                : Optional.empty();
    }

    EventList.Filter filter() {
        return new EventList.Filter(
                type,
                unmatched,
                period == null ? null : period.since(),
                period == null || period.range() != null ? null : period.until());
    }

    /// The scope of the search; empty if there is no such app.
    Optional<Scope> scope(Visit visit, AccessCache accessCache) throws SQLException {
        return app == null
                ? Optional.of(visit.scope())
                : accessCache.find(app).map(id -> new Scope(id, visit.scope().mode()));
    }

    public boolean isNarrowed() {
        return !text.isEmpty() || type != null || app != null || unmatched;
    }

    List<DeliverySearch.Chip> chips(Link here) {
        var chips = new ArrayList<DeliverySearch.Chip>();
        if (period != null && period.range() == null) {
            var then = here.without(Period.SINCE).without(Period.UNTIL).without("before");
            chips.add(
                    new DeliverySearch.Chip(
                            "From " + period.beginning() + " to " + period.end(), then.toString()));
        }
        return chips;
    }

    @Nullable String older(Link here, EventList.Listed page) {
        var last = page.last();
        return last == null
                ? null
                : here.with("before", last.number() + "." + IdKind.EVENT.format(last.id()))
                        .toString();
    }

    @Nullable String newest(Link here) {
        return before == null ? null : here.without("before").toString();
    }
}

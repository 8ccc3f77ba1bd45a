package dev.waybill.feature.events;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Ids;
import dev.waybill.feature.deliveries.DeliveryList;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Lists events, newest first: the feed in reverse. A page looks at no more than [#LOOKED_AT_MAX]
/// events, even if matches are rare.
public final class EventList {

    /// Takes about 30 ms.
    static final int LOOKED_AT_MAX = 10_000;

    /// Lower where the deliveries of each event are searched: one index look-up for every day
    /// since.
    static final int UNMATCHED_LOOKED_AT_MAX = 2_000;

    private final Database database;
    private final EventFeed feed;
    private final int lookedAtMax;

    public EventList(Database database, EventFeed feed) {
        this(database, feed, LOOKED_AT_MAX);
    }

    /// With a limit that a test can reach.
    EventList(Database database, EventFeed feed, int lookedAtMax) {
        this.database = database;
        this.feed = feed;
        this.lookedAtMax = lookedAtMax;
    }

    /// A filter. A null component matches everything.
    ///
    /// @param type a name, or a pattern such as `invoice.*`
    /// @param unmatched only events without any delivery
    /// @param since captured at this time or later
    /// @param until captured before this time
    public record Filter(
            @Nullable String type,
            boolean unmatched,
            @Nullable Instant since,
            @Nullable Instant until) {}

    /// A page, and where the next one begins; null at the end of the list.
    public record Listed(List<EventSummary> rows, @Nullable Place last) {}

    /// The position of an event in the feed. Other events of its transaction share the number.
    public record Place(long number, UUID id) {

        /// After all events, present and future.
        public static final Place END = new Place(Long.MAX_VALUE, DeliveryList.AFTER_ALL);
    }

    private record Seen(long place, EventHead head, boolean matches) {}

    // The same scan as in EventFeed, in reverse. Time limits the scan by places of the feed,
    // not by ids; otherwise the planner might fetch and sort everything since. A delivery is
    // created after its event, so only partitions from the event's day on are searched:
    // deliveries of the same capture take their ids from the same process, and those ascend.
    private static final String PAGE =
            """
            SELECT id, app_id, mode, own_id, type, data_bytes, created_at, expires_at,
                   ordering_key, sequence, feed_place, matches
              FROM (SELECT id, app_id, mode, own_id, type, octet_length(data) AS data_bytes,
                           created_at, expires_at, ordering_key, sequence, feed_place,
                           row_number() OVER (ORDER BY feed_place DESC, id DESC) AS looked_at,
                           mode = :mode
                               AND id >= :first
                               AND id < :until
                               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                        THEN NOT is_internal_app(app_id)
                                        ELSE app_id = CAST(:app_id AS uuid) END
                               AND (cardinality(:types) = 0
                                    OR type = ANY (:types)
                                    OR EXISTS (
                                           SELECT
                                             FROM unnest(:prefixes) AS prefix
                                            WHERE starts_with(type, prefix)))
                               AND (NOT CAST(:unmatched AS boolean)
                                    OR NOT EXISTS (
                                           SELECT
                                             FROM delivery
                                            WHERE delivery.event_id = event.id
                                              AND delivery.id > event.id)) AS matches
                      FROM event
                     WHERE (CAST(:way AS text) = 'all'
                            OR (CAST(:way AS text) = 'apart'
                                AND app_id = CAST(:app_id AS uuid)
                                AND mode = :mode
                                AND (mode = 'test'
                                     OR NOT is_default_app(app_id)))
                            OR (CAST(:way AS text) = 'test' AND mode = 'test'))
                       AND (feed_place, id) < (:place, :id)
                       AND feed_place < :place_until
                       AND feed_place >= :place_first
                     ORDER BY feed_place DESC, id DESC
                     LIMIT :looked_at_max) AS walked
             WHERE matches
                OR looked_at = :looked_at_max
             ORDER BY feed_place DESC, id DESC
             LIMIT :limit
            """;

    /// Events captured before this place. Events of internal apps are listed only if the app is
    /// requested.
    public Listed page(Scope scope, Filter filter, Place before, int limit) {
        var types = filter.type() == null ? List.<String>of() : List.of(filter.type());
        int max = filter.unmatched() ? Math.min(lookedAtMax, UNMATCHED_LOOKED_AT_MAX) : lookedAtMax;
        var since = filter.since();
        var until = filter.until();
        // Read before a connection is taken: no thread may wait for a second connection.
        long firstPlace = since == null ? 0 : feed.placeOf(since);
        long untilPlace = until == null ? Long.MAX_VALUE : feed.placeBehind(until);
        return database.interactive()
                .withHandle(handle -> {
                    var seen =
                            handle.createQuery(PAGE)
                                    .bind("way", FeedScan.of(scope).code())
                                    .bindByType("app_id", scope.appId(), UUID.class)
                                    .bind("mode", scope.mode().code())
                                    .bind(
                                            "first",
                                            since == null
                                                    ? DeliveryList.BEFORE_ALL
                                                    : Ids.lowestAt(since))
                                    .bind(
                                            "until",
                                            until == null
                                                    ? DeliveryList.AFTER_ALL
                                                    : Ids.lowestAt(until))
                                    .bind("types", TypePatterns.names(types))
                                    .bind("prefixes", TypePatterns.prefixes(types))
                                    .bind("unmatched", filter.unmatched())
                                    .bind("place", before.number())
                                    .bind("id", before.id())
                                    .bind("place_first", firstPlace)
                                    .bind("place_until", untilPlace)
                                    .bind("looked_at_max", max)
                                    .bind("limit", limit)
                                    .map((row, _) -> read(row))
                                    .list();
                    var heads = seen.stream().filter(Seen::matches).map(Seen::head).toList();
                    return new Listed(EventFeed.withProgress(handle, heads), end(seen, limit));
                });
    }

    private static @Nullable Place end(List<Seen> seen, int limit) {
        if (seen.isEmpty() || (seen.size() < limit && seen.getLast().matches())) {
            return null;
        }
        var last = seen.getLast();
        var id = last.head().id();
        // An event that was read but does not match may be of the other mode; only its place is
        // used.
        return new Place(last.place(), last.matches() ? id : Ids.placeOf(id));
    }

    private static Seen read(ResultSet row) throws SQLException {
        return new Seen(row.getLong("feed_place"), EventHead.read(row), row.getBoolean("matches"));
    }
}

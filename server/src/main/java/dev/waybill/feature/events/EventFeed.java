package dev.waybill.feature.events;

import dev.waybill.domain.access.Scope;
import dev.waybill.domain.event.Ids;
import dev.waybill.infra.db.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Events in an order that never changes behind a reader: by the transaction that captured them,
/// and only after every earlier transaction has ended. So a reader that follows the feed misses
/// nothing, however late a commit is, and sees nothing twice.
public final class EventFeed {

    /// Limit of events that one page reads, because a type may be rare: about 30 ms.
    static final int LOOKED_AT_MAX = 10_000;

    /// The greatest difference between the times of two events that are captured in the reverse
    /// order: ids run ahead of a clock that was set back by at most a minute, and a capture is
    /// limited by the timeout of its statement.
    private static final Duration DISORDER_MAX = Duration.ofSeconds(75);

    private record Seen(long place, EventHead head, boolean matches) {}

    private final Database database;
    private final int lookedAtMax;

    public EventFeed(Database database) {
        this(database, LOOKED_AT_MAX);
    }

    /// With a limit that a test can reach.
    public EventFeed(Database database, int lookedAtMax) {
        this.database = database;
        this.lookedAtMax = lookedAtMax;
    }

    // Plans are made for the given values, so only the chosen scan is in the plan. Events
    // before `from` are read and left out, and not excluded by a range of the primary key: the
    // planner might then fetch and sort everything since. The last event that may be read is
    // returned even if it does not match, because the next page continues there. The data is
    // not read; its size is in the row.
    private static final String PAGE =
            """
            SELECT id, app_id, mode, own_id, type, data_bytes, created_at, expires_at,
                   ordering_key, sequence, feed_place, matches
              FROM (SELECT id, app_id, mode, own_id, type, octet_length(data) AS data_bytes,
                           created_at, expires_at, ordering_key, sequence, feed_place,
                           row_number() OVER (ORDER BY feed_place, id) AS looked_at,
                           mode = :mode
                               AND id >= :from
                               AND CASE WHEN CAST(:app_id AS uuid) IS NULL
                                        THEN NOT is_internal_app(app_id)
                                        ELSE app_id = CAST(:app_id AS uuid) END
                               AND (cardinality(:types) = 0
                                    OR type = ANY (:types)
                                    OR EXISTS (
                                           SELECT
                                             FROM unnest(:prefixes) AS prefix
                                            WHERE starts_with(type, prefix))) AS matches
                      FROM event
                     WHERE (CAST(:way AS text) = 'all'
                            OR (CAST(:way AS text) = 'apart'
                                AND app_id = CAST(:app_id AS uuid)
                                AND mode = :mode
                                AND (mode = 'test'
                                     OR NOT is_default_app(app_id)))
                            OR (CAST(:way AS text) = 'test' AND mode = 'test'))
                       AND (feed_place, id) > (:place, :id)
                       AND feed_place < (
                               SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + base
                                 FROM feed_base)
                     ORDER BY feed_place, id
                     LIMIT :looked_at_max) AS walked
             WHERE matches
                OR looked_at = :looked_at_max
             ORDER BY feed_place, id
             LIMIT :limit
            """;

    /// The events after a position. An empty list of patterns matches every type. Events of
    /// internal apps are listed only if the app is requested.
    public FeedPage page(Scope scope, List<String> typePatterns, FeedPosition position, int limit) {
        return page(scope, typePatterns, position, limit, Long.MAX_VALUE);
    }

    /// The same with the data of the events.
    ///
    /// @param dataBytesMax the page ends with the event whose data reaches this size: at least one
    ///   event is always on it
    public FeedPage page(
            Scope scope,
            List<String> typePatterns,
            FeedPosition position,
            int limit,
            long dataBytesMax) {
        return database.interactive()
                .withHandle(handle -> {
                    var seen =
                            handle.createQuery(PAGE)
                                    .bind("way", FeedScan.of(scope).code())
                                    .bindByType("app_id", scope.appId(), UUID.class)
                                    .bind("mode", scope.mode().code())
                                    .bind("from", Ids.lowestAt(position.from()))
                                    .bind("place", position.place())
                                    .bind("id", position.id())
                                    .bind("types", TypePatterns.names(typePatterns))
                                    .bind("prefixes", TypePatterns.prefixes(typePatterns))
                                    .bind("looked_at_max", lookedAtMax)
                                    .bind("limit", limit)
                                    .map((row, _) -> read(row))
                                    .list();
                    var taken = upTo(dataBytesMax, seen);
                    var heads = taken.stream().filter(Seen::matches).map(Seen::head).toList();
                    return new FeedPage(withProgress(handle, heads), end(taken, position));
                });
    }

    private static List<Seen> upTo(long dataBytesMax, List<Seen> seen) {
        long bytes = 0;
        for (int i = 0; i < seen.size(); i++) {
            bytes += seen.get(i).matches() ? seen.get(i).head().dataBytes() : 0;
            if (bytes >= dataBytesMax) {
                return seen.subList(0, i + 1);
            }
        }
        return seen;
    }

    private static FeedPosition end(List<Seen> seen, FeedPosition position) {
        return seen.isEmpty()
                ? position
                : position.behind(seen.getLast().place(), seen.getLast().head().id());
    }

    static List<EventSummary> withProgress(Handle handle, List<EventHead> heads) {
        var progress = EventProgressQuery.of(handle, heads.stream().map(EventHead::id).toList());
        return heads.stream()
                .map(head ->
                        new EventSummary(
                                head, progress.getOrDefault(head.id(), EventProgress.NONE)))
                .toList();
    }

    private static final String BEHIND =
            """
            SELECT feed_place
              FROM event
             WHERE id = :id
               AND (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
            """;

    /// The position after an event. If the event is gone or not visible to the reader, the time of
    /// its id is used.
    public FeedPosition behind(UUID eventId, Scope scope) {
        Optional<Long> place =
                database.interactive()
                        .withHandle(handle ->
                                handle.createQuery(BEHIND)
                                        .bind("id", eventId)
                                        .bindByType("app_id", scope.appId(), UUID.class)
                                        .bind("mode", scope.mode().code())
                                        .mapTo(Long.class)
                                        .findOne());
        return place.map(found -> new FeedPosition(found, eventId, Instant.EPOCH))
                .orElseGet(() -> from(Ids.timeOf(eventId)));
    }

    // The lowest place of events captured then or later. It is among the first in time, because
    // only events captured at about the same time can have places in another order than their
    // ids; or among those still being captured, whose places are not below the oldest
    // transaction's.
    private static final String FROM =
            """
            SELECT LEAST(
                       pg_snapshot_xmin(pg_current_snapshot())::text::bigint + base,
                       (SELECT min(feed_place)
                          FROM event
                         WHERE id >= :from
                           AND id < :from_disorder_on))
              FROM feed_base
            """;

    private static final String FIRST_SINCE =
            """
            SELECT id
              FROM event
             WHERE id >= :from
             ORDER BY id
             LIMIT 1
            """;

    /// Before all events captured at that time or later, and after all others.
    public FeedPosition from(Instant time) {
        return database.interactive()
                .inTransaction(tx -> {
                    // One snapshot: an event captured between the two queries would be in neither.
                    tx.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
                    var first =
                            tx.createQuery(FIRST_SINCE)
                                    .bind("from", Ids.lowestAt(time))
                                    .mapTo(UUID.class)
                                    .findOne()
                                    .map(Ids::timeOf)
                                    .orElse(time);
                    long place =
                            tx.createQuery(FROM)
                                    .bind("from", Ids.lowestAt(time))
                                    .bind(
                                            "from_disorder_on",
                                            Ids.lowestAt(first.plus(DISORDER_MAX)))
                                    .mapTo(Long.class)
                                    .one();
                    return FeedPosition.before(place, time);
                });
    }

    /// The first place of events captured at that time or later.
    long placeOf(Instant time) {
        return from(time).place();
    }

    /// A place after everything that was captured before that time.
    long placeBehind(Instant time) {
        return from(time.plus(DISORDER_MAX)).place();
    }

    private static final String AHEAD =
            """
            SELECT :place > pg_snapshot_xmax(pg_current_snapshot())::text::bigint + base
              FROM feed_base
            """;

    /// Whether no reader can have reached this position yet.
    public boolean isAhead(FeedPosition position) {
        return database.interactive()
                .withHandle(handle ->
                        handle.createQuery(AHEAD)
                                .bind("place", position.place())
                                .mapTo(Boolean.class)
                                .one());
    }

    private static Seen read(ResultSet row) throws SQLException {
        return new Seen(row.getLong("feed_place"), EventHead.read(row), row.getBoolean("matches"));
    }
}

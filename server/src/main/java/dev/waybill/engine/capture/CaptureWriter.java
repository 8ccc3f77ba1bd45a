package dev.waybill.engine.capture;

import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.LanePlace;
import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.Ids;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.lease.Leases;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.engine.stats.Tally;
import dev.waybill.infra.db.Database;
import java.io.Serial;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes one batch. A batch without keys is a single statement in auto-commit mode; idempotency
/// keys and ordering keys need more statements and therefore a transaction.
public final class CaptureWriter {

    private final Database database;
    private final RoutingTable routes;
    private final Leases leases;
    private final FastPath fastPath;
    private final Tally tally;
    private final InstantSource clock;
    private final Ids ids;
    private final CaptureStore store = new CaptureStore();
    private final Admission admission = new Admission();
    private final Sequencing sequencing = new Sequencing();

    public CaptureWriter(
            Database database,
            RoutingTable routes,
            Leases leases,
            FastPath fastPath,
            Tally tally,
            InstantSource clock,
            Ids ids) {
        this.database = database;
        this.routes = routes;
        this.leases = leases;
        this.fastPath = fastPath;
        this.tally = tally;
        this.clock = clock;
        this.ids = ids;
    }

    /// Answers every item, or throws before any was answered.
    void write(List<Item> all) throws SQLException {
        boolean written = false;
        while (!written) {
            try {
                var table = routes.current();
                var items = all.stream().filter(item -> canRoute(table, item)).toList();
                var batch = new ValidatedBatch(items, routes.current().catalog());
                if (!batch.allValid()) {
                    // An item is refused only by the current rules.
                    batch = new ValidatedBatch(items, routes.refresh().catalog());
                }
                write(batch);
                // Another process may know the endpoints of these events. Nothing is stored that
                // would miss them.
                all.stream()
                        .filter(item -> !canRoute(table, item))
                        .forEach(item -> item.answer(new CaptureResult.Unconfirmed()));
                written = true;
            } catch (CatalogChanged e) {
                // Nothing was written. The batch is validated again by the current rules.
            }
        }
    }

    private static boolean canRoute(RoutingTable.Table table, Item item) {
        return table.canRoute(item.publication().appId());
    }

    private void write(ValidatedBatch batch) throws SQLException, CatalogChanged {
        var items = batch.valid();
        boolean needsTransaction =
                items.stream()
                        .map(Item::publication)
                        .anyMatch(p -> !p.keys().isEmpty() || p.orderingKey() != null);
        if (needsTransaction) {
            writeInTransaction(batch);
        } else if (!items.isEmpty()) {
            try (var connection = database.engine()) {
                var now = now();
                var events = items.stream().map(item -> batch.event(item, null)).toList();
                var fanOut = insert(connection, items, events, batch.catalog(), now);
                finish(items, fanOut);
            }
        }
        batch.answerInvalid();
    }

    private void writeInTransaction(ValidatedBatch batch) throws SQLException, CatalogChanged {
        try (var connection = database.engine()) {
            connection.setAutoCommit(false);
            FanOut fanOut = null;
            boolean committed = false;
            Admission.Decision admitted;
            try {
                var now = now();
                admitted = admission.decide(connection, batch.valid(), now);
                var sequences = sequencing.number(connection, admitted.items());
                var events = new ArrayList<Event>();
                for (int i = 0; i < admitted.items().size(); i++) {
                    events.add(batch.event(admitted.items().get(i), sequences.get(i)));
                }
                fanOut = insert(connection, admitted.items(), events, batch.catalog(), now);
                connection.commit();
                committed = true;
            } finally {
                if (!committed) {
                    if (fanOut != null) {
                        fanOut.abandon();
                    }
                    rollBack(connection);
                }
                connection.setAutoCommit(true);
            }
            admitted.answers().forEach(Item::answer);
            finish(admitted.items(), fanOut);
        }
    }

    /// The rules that events were validated by are not the current ones, or the endpoints of some
    /// events are not known any more.
    private static final class CatalogChanged extends Exception {
        @Serial private static final long serialVersionUID = 1;

        CatalogChanged() {
            super(null, null, false, false);
        }
    }

    /// Routes the events and writes them, and repeats both if the routing has changed meanwhile.
    private FanOut insert(
            Connection connection,
            List<Item> items,
            List<Event> events,
            Catalog catalog,
            Instant now)
            throws SQLException, CatalogChanged {
        for (var table = routes.current(); ; table = routes.refresh()) {
            var current = table;
            if (table.catalog() != catalog
                    || !items.stream().allMatch(item -> canRoute(current, item))) {
                throw new CatalogChanged();
            }
            var fanOut = new FanOut(table, items, events, now);
            boolean written = false;
            try {
                written =
                        store.capture(
                                connection,
                                table.mark(),
                                events,
                                fanOut.rows,
                                fanOut.lease,
                                leases.life().processId(),
                                now);
            } finally {
                if (!written) {
                    fanOut.abandon();
                }
            }
            if (written) {
                return fanOut;
            }
        }
    }

    private void finish(List<Item> items, FanOut fanOut) {
        fanOut.handOver();
        for (int i = 0; i < items.size(); i++) {
            items.get(i)
                    .answer(
                            new CaptureResult.Captured(
                                    fanOut.events.get(i),
                                    fanOut.deliveriesOf.get(i),
                                    fanOut.isStale(fanOut.events.get(i))));
        }
        fanOut.rows.forEach(row -> tally.captured(row.subject()));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is broken and its transaction has ended; the caller gets the cause.
        }
    }

    /// The deliveries of a batch according to one routing table, with reserved places in lanes.
    /// Exactly one of [#handOver] and [#abandon] must follow.
    private final class FanOut {

        private final List<Event> events;
        private final Instant now;
        private final List<DeliveryRow> rows = new ArrayList<>();
        private final List<Integer> deliveriesOf = new ArrayList<>();
        private final List<Claim> claims = new ArrayList<>();
        private final Set<OrderedLane> lanes = new HashSet<>();
        private final Map<OrderedLane, Long> strict = new HashMap<>();
        private final UUID lease = ids.next();

        FanOut(RoutingTable.Table table, List<Item> items, List<Event> events, Instant now) {
            this.events = events;
            this.now = now;
            for (int i = 0; i < events.size(); i++) {
                var event = events.get(i);
                int before = rows.size();
                route(table, event, endpointsFor(table, event, items.get(i).publication()));
                deliveriesOf.add(rows.size() - before);
            }
            leases.hold(lease, leases.life(), claims.size());
        }

        private static List<Endpoint> endpointsFor(
                RoutingTable.Table table, Event event, Publication publication) {
            return publication.onlyTo() == null
                    ? table.matching(event.appId(), event.mode(), event.type())
                    : table.only(publication.onlyTo(), event.appId(), event.mode());
        }

        private void route(RoutingTable.Table table, Event event, List<Endpoint> endpoints) {
            Envelope envelope = null;
            boolean stale = isStale(event);
            for (var endpoint : endpoints) {
                var terms =
                        table.catalog().terms(event.type(), event.expiresAt(), endpoint, now, now);
                if (envelope == null) {
                    envelope = Envelope.of(event);
                }
                var id = ids.next();
                var place = stale ? null : place(endpoint, event);
                boolean leased =
                        !stale
                                && place == null
                                && fastPath.reserve(
                                        endpoint,
                                        RetryPolicies.isUrgent(terms.policy()),
                                        envelope.body().length);
                rows.add(new DeliveryRow(id, event, endpoint.id(), terms, leased, place));
                if (leased) {
                    var progress = Progress.fresh(terms.giveUpAt(), event.expiresAt());
                    claims.add(
                            new Claim(
                                    id,
                                    endpoint.id(),
                                    event.appId(),
                                    event.createdAt(),
                                    lease,
                                    envelope,
                                    progress,
                                    terms.policy().capped(terms.attemptsMax()),
                                    null));
                }
            }
        }

        /// Null if the event does not wait for others at this endpoint.
        private @Nullable LanePlace place(Endpoint endpoint, Event event) {
            var lane = endpoint.orderRules().ordering().laneOf(endpoint.id(), event.orderingKey());
            if (lane == null) {
                return null;
            }
            lanes.add(lane);
            return new LanePlace(
                    lane,
                    lane.isStrict()
                            ? nextIn(lane)
                            : Objects.requireNonNull(event.sequence(), "a key has a number"));
        }

        private long nextIn(OrderedLane lane) {
            long next = strict.getOrDefault(lane, 0L) + 1;
            strict.put(lane, next);
            return next;
        }

        /// No attempt is made after the expiry, so an expired event does not wait.
        boolean isStale(Event event) {
            return event.expiresAt() != null && !event.expiresAt().isAfter(now);
        }

        /// The batch is committed: hands the deliveries to their lanes.
        void handOver() {
            if (claims.isEmpty()) {
                leases.forget(lease);
            }
            claims.forEach(fastPath::accept);
            lanes.forEach(fastPath::linedUp);
        }

        /// The batch was not written, or the result is unknown. If it was, the check of our leases
        /// finds it.
        void abandon() {
            leases.forget(lease);
            claims.forEach(claim -> fastPath.release(claim.endpointId(), claim.bytes()));
        }
    }
}

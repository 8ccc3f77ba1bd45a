package dev.waybill.engine.routing;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.engine.catalog.Catalog;
import dev.waybill.engine.catalog.CatalogStore;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All endpoints and the catalog in memory, as of a version of the routing. A capture proves in its
/// own statement, by the mark of the version, that its version is the current one. Other callers
/// state how old a table may be. If the database has gone back to an earlier state, everything is
/// loaded again.
public final class RoutingTable {

    /// Distinct (app, mode, type) answers remembered for one version. Producers choose the types,
    /// so their number must be limited.
    private static final int REMEMBERED_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(RoutingTable.class);

    private final Database database;
    private final RoutingChangeStore store = new RoutingChangeStore();
    private final CatalogStore catalogStore = new CatalogStore();
    private final LongSupplier nanoClock;
    private volatile Table table =
            new Table(0, new UUID(0, 0), Map.of(), Map.of(), 0, Catalog.EMPTY);

    /// The start of the refresh that the table comes from or that confirmed it. Written after the
    /// table, so that a reader of this value then sees a table that is at least as new.
    private volatile long provenNanos;

    /// Zero before the first refresh.
    private long timeline;

    private Promotion onPromotion = () -> {};
    private long triedNanos;
    private @Nullable SQLException failure;

    public RoutingTable(Database database, LongSupplier nanoClock) {
        this.database = database;
        this.nanoClock = nanoClock;
        this.provenNanos = nanoClock.getAsLong() - Duration.ofDays(1).toNanos();
        this.triedNanos = provenNanos;
    }

    /// Called when another server has taken over, before its routing is used.
    @FunctionalInterface
    public interface Promotion {
        void noticed() throws SQLException;
    }

    /// To be called before the first refresh.
    public void onPromotion(Promotion listener) {
        onPromotion = listener;
    }

    public Table current() {
        return table;
    }

    /// Fetches the changes since the current version.
    public synchronized Table refresh() throws SQLException {
        long startedNanos = nanoClock.getAsLong();
        triedNanos = startedNanos;
        try (var connection = database.engine()) {
            var changes = store.changesSince(connection, table.version, table.mark);
            if (!changes.mark().equals(table.mark)) {
                // Read after the version. The catalog may be newer, but then no capture can prove
                // the version.
                var catalog =
                        changes.complete() || changes.catalogVersion() != table.catalogVersion
                                ? catalogStore.load(connection, table.catalog)
                                : table.catalog;
                if (changes.complete() && table.version > 0) {
                    LOG.warn(
                            "the routing in memory is not part of the database's history and was"
                                    + " replaced, memory={}, database={}",
                            table.version,
                            changes.version());
                }
                table =
                        new Table(
                                changes.version(),
                                changes.mark(),
                                endpointsAfter(changes),
                                unreadableAfter(changes),
                                changes.catalogVersion(),
                                catalog);
            }
            noticePromotion(changes.timeline());
            provenNanos = startedNanos;
            failure = null;
            return table;
        } catch (SQLException e) {
            failure = e;
            throw e;
        }
    }

    private void noticePromotion(long current) throws SQLException {
        boolean promoted = timeline != 0 && timeline != current;
        timeline = current;
        if (promoted) {
            LOG.warn("another database server was promoted, timeline={}", current);
            onPromotion.noticed();
        }
    }

    private Map<UUID, Endpoint> endpointsAfter(RoutingChangeStore.Changes changes) {
        var byId = changes.complete() ? new HashMap<UUID, Endpoint>() : new HashMap<>(table.byId);
        for (var endpoint : changes.endpoints()) {
            if (endpoint.deleted()) {
                byId.remove(endpoint.id());
            } else {
                byId.put(endpoint.id(), endpoint);
            }
        }
        changes.unreadable().forEach(endpoint -> byId.remove(endpoint.id()));
        return byId;
    }

    private Map<UUID, UUID> unreadableAfter(RoutingChangeStore.Changes changes) {
        var apps = changes.complete() ? new HashMap<UUID, UUID>() : new HashMap<>(table.unreadable);
        changes.endpoints().forEach(endpoint -> apps.remove(endpoint.id()));
        for (var endpoint : changes.unreadable()) {
            if (endpoint.deleted()) {
                apps.remove(endpoint.id());
            } else {
                apps.put(endpoint.id(), endpoint.appId());
            }
        }
        return apps;
    }

    /// A table that is not older than this call.
    public Table refreshed() throws SQLException {
        return notOlderThan(Duration.ZERO);
    }

    /// A table that shows every change committed longer ago than this. Callers that ask during a
    /// refresh share the next one, and its failure: a thousand deliveries of a deleted endpoint
    /// cause one or two refreshes, also while the database is unreachable.
    public Table notOlderThan(Duration age) throws SQLException {
        long askedNanos = nanoClock.getAsLong();
        return isProven(askedNanos, age) ? table : refreshedSince(askedNanos, age);
    }

    private synchronized Table refreshedSince(long askedNanos, Duration age) throws SQLException {
        if (isProven(askedNanos, age)) {
            return table;
        }
        var failed = failure;
        if (failed != null && triedNanos - askedNanos > 0) {
            throw new SQLException(
                    "the routing table cannot be read", failed.getSQLState(), failed);
        }
        return refresh();
    }

    private boolean isProven(long askedNanos, Duration age) {
        return askedNanos - provenNanos < age.toNanos();
    }

    private record Question(UUID appId, Mode mode, String eventType) {}

    /// An immutable version of the routing.
    public static final class Table {

        private final long version;
        private final UUID mark;
        private final Map<UUID, Endpoint> byId;
        private final Map<UUID, UUID> unreadable;
        private final long catalogVersion;
        private final Catalog catalog;
        private final Map<UUID, List<Endpoint>> byApp = new HashMap<>();
        private final ConcurrentHashMap<Question, List<Endpoint>> answers =
                new ConcurrentHashMap<>();

        Table(
                long version,
                UUID mark,
                Map<UUID, Endpoint> byId,
                Map<UUID, UUID> unreadable,
                long catalogVersion,
                Catalog catalog) {
            this.version = version;
            this.mark = mark;
            this.byId = byId;
            this.unreadable = unreadable;
            this.catalogVersion = catalogVersion;
            this.catalog = catalog;
            for (var endpoint : byId.values()) {
                byApp.computeIfAbsent(endpoint.appId(), _ -> new ArrayList<>()).add(endpoint);
            }
        }

        /// Ascends with every change, as long as the database does not go back.
        public long version() {
            return version;
        }

        /// Unique to this version of the routing, even if a database that went back has another
        /// version of the same number.
        public UUID mark() {
            return mark;
        }

        public Catalog catalog() {
            return catalog;
        }

        public @Nullable Endpoint endpoint(UUID id) {
            return byId.get(id);
        }

        /// Whether the endpoint exists, but another version of Waybill wrote it and this one cannot
        /// read it. Other processes may serve it.
        public boolean isUnreadable(UUID id) {
            return unreadable.containsKey(id);
        }

        /// Whether all endpoints of the app are known. If not, its events must not be captured
        /// here.
        public boolean canRoute(UUID appId) {
            return unreadable.isEmpty() || !unreadable.containsValue(appId);
        }

        /// All endpoints, of all apps and both modes.
        public Collection<Endpoint> endpoints() {
            return Collections.unmodifiableCollection(byId.values());
        }

        /// The number of customers' live endpoints in each state.
        Map<EndpointState, Integer> customersByState() {
            var counts = new EnumMap<EndpointState, Integer>(EndpointState.class);
            for (var state : EndpointState.values()) {
                counts.put(state, 0);
            }
            for (var endpoint : byId.values()) {
                if (endpoint.mode() == Mode.LIVE && !Apps.isInternal(endpoint.appId())) {
                    counts.merge(endpoint.state(), 1, Integer::sum);
                }
            }
            return counts;
        }

        /// This endpoint, unless it is disabled, deleted or belongs to another app.
        public List<Endpoint> only(UUID id, UUID appId, Mode mode) {
            var endpoint = byId.get(id);
            return endpoint != null
                            && endpoint.appId().equals(appId)
                            && endpoint.mode() == mode
                            && endpoint.state() != EndpointState.DISABLED
                    ? List.of(endpoint)
                    : List.of();
        }

        /// The endpoints that receive an event of this type. A paused endpoint is among them,
        /// because events must not be lost during a pause; a disabled one is not.
        public List<Endpoint> matching(UUID appId, Mode mode, String eventType) {
            var question = new Question(appId, mode, eventType);
            var known = answers.get(question);
            if (known != null) {
                return known;
            }
            var answer =
                    byApp.getOrDefault(appId, List.of()).stream()
                            .filter(endpoint -> endpoint.mode() == mode)
                            .filter(endpoint -> endpoint.state() != EndpointState.DISABLED)
                            .filter(endpoint -> endpoint.takes(eventType))
                            .toList();
            if (answers.size() < REMEMBERED_MAX) {
                answers.put(question, answer);
            }
            return answer;
        }
    }
}

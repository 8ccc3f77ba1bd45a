package dev.waybill.engine.access;

import dev.waybill.domain.IdKind;
import dev.waybill.infra.db.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// All apps and all valid keys in memory: a request needs no statement to identify its caller. A
/// change made by this process is known at once, one by another process within [#PERIOD].
public final class AccessCache {

    /// A key that was revoked by another process is refused here within a second, including the
    /// time of a refresh.
    public static final Duration PERIOD = Duration.ofMillis(500);

    /// How often the last uses of keys are written.
    public static final Duration USES_PERIOD = Duration.ofMinutes(1);

    private final Database database;
    private final AccessStore store = new AccessStore();
    private final AppStore apps = new AppStore();
    private final ApiKeyStore keys = new ApiKeyStore();
    private volatile Entries entries = new Entries();
    private long version;
    private UUID mark = new UUID(0, 0);
    private long refreshStartedNanos = System.nanoTime();

    public AccessCache(Database database) {
        this.database = database;
    }

    /// Fetches the changes since the current version.
    public synchronized void refresh() throws SQLException {
        try (var connection = database.engine()) {
            refreshStartedNanos = System.nanoTime();
            // The version first: rows committed during the reading are read again next time.
            var latest = store.latest(connection, version, mark);
            if (!latest.mark().equals(mark)) {
                // If the database has gone back, the entries in memory may never have been
                // committed, and are dropped.
                var into = latest.since() == 0 ? new Entries() : entries;
                apps.changesSince(connection, latest.since()).forEach(into::take);
                keys.changesSince(connection, latest.since()).forEach(into::take);
                entries = into;
                version = latest.version();
                mark = latest.mark();
            }
        }
    }

    /// Refreshes, unless another thread has done so since the request.
    void refreshSince(long askedNanos) throws SQLException {
        synchronized (this) {
            if (refreshStartedNanos - askedNanos < 0) {
                refresh();
            }
        }
    }

    /// The key, if it is known and not revoked. It may have expired.
    public @Nullable KnownKey key(KeyHash hash) {
        return entries.keysByHash.get(hash);
    }

    /// An app by its uid or its id, as far as it is known here.
    public Optional<UUID> known(String name) {
        var now = entries;
        var byUid = now.appsByUid.get(name);
        if (byUid != null) {
            return Optional.of(byUid);
        }
        return IdKind.APP
                .parse(name)
                .filter(id -> {
                    var app = now.appsById.get(id);
                    return app != null && !app.deleted();
                });
    }

    /// The same for an app that another process may just have created.
    public Optional<UUID> find(String name) throws SQLException {
        var known = known(name);
        if (known.isPresent()) {
            return known;
        }
        refreshSince(System.nanoTime());
        return known(name);
    }

    /// The uid of the app, deleted or not.
    public String uid(UUID appId) {
        var app = entries.appsById.get(appId);
        // Another process has just created it. The id is a name that every request accepts.
        return app == null ? IdKind.APP.format(appId) : app.uid();
    }

    /// Writes the last uses of the keys that were used since the last time. Returns how many.
    public int writeUses() throws SQLException {
        var uses = new HashMap<UUID, Instant>();
        var used = new HashMap<KnownKey, Instant>();
        for (var known : entries.keysByHash.values()) {
            var at = known.unwrittenUse();
            if (at != null) {
                uses.put(known.key().id(), at);
                used.put(known, at);
            }
        }
        if (!uses.isEmpty()) {
            try (var connection = database.engine()) {
                keys.used(connection, uses);
            }
            used.forEach(KnownKey::written);
        }
        return uses.size();
    }

    /// All entries, by their lookup keys.
    private static final class Entries {

        private final Map<UUID, App> appsById = new ConcurrentHashMap<>();
        private final Map<String, UUID> appsByUid = new ConcurrentHashMap<>();
        private final Map<KeyHash, KnownKey> keysByHash = new ConcurrentHashMap<>();

        void take(App app) {
            var before = appsById.put(app.id(), app);
            if (before != null) {
                // Unless another app has the uid by now.
                appsByUid.remove(before.uid(), app.id());
            }
            if (!app.deleted()) {
                appsByUid.put(app.uid(), app.id());
            }
        }

        void take(ApiKeyStore.Change change) {
            if (change.key().revokedAt() != null) {
                keysByHash.remove(change.hash());
            } else {
                keysByHash.put(change.hash(), new KnownKey(change.key()));
            }
        }
    }
}

package dev.waybill.engine.access;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes keys. A transaction that changes the permissions of a key also increments the
/// version.
public final class ApiKeyStore {

    private static final String INSERT =
            """
            INSERT INTO api_key (
                id, hash, role, app_id, mode, name, created_at, expires_at, access_version)
            VALUES (
                :id, :hash, :role, CAST(:app_id AS uuid), :mode, :name, :created_at,
                CAST(:expires_at AS timestamptz), :version)
            """;

    public void insert(Handle tx, ApiKey key, KeyHash hash, long version) {
        tx.createUpdate(INSERT)
                .bind("id", key.id())
                .bind("hash", hash.bytes())
                .bind("role", key.role().code())
                .bindByType("app_id", key.appId(), UUID.class)
                .bind("mode", key.mode().code())
                .bind("name", key.name())
                .bind("created_at", key.createdAt())
                .bind("expires_at", key.expiresAt())
                .bind("version", version)
                .execute();
    }

    private static final String ANY_ADMIN =
            """
            SELECT EXISTS (
                SELECT
                  FROM api_key
                 WHERE role = 'admin')
            """;

    /// Whether there has ever been a key that can create others.
    public boolean anyAdmin(Handle tx) {
        return tx.createQuery(ANY_ADMIN).mapTo(Boolean.class).one();
    }

    private static final String COUNT =
            """
            SELECT count(*)
              FROM api_key
             WHERE revoked_at IS NULL
               AND (expires_at IS NULL OR expires_at > :now)
            """;

    /// The number of valid keys.
    public long count(Handle handle, Instant now) {
        return handle.createQuery(COUNT).bind("now", now).mapTo(Long.class).one();
    }

    private static final String REVOKE =
            """
            UPDATE api_key
               SET revoked_at = :now,
                   access_version = :version
             WHERE id = :id
               AND revoked_at IS NULL
            RETURNING id, role, app_id, mode, name, created_at, expires_at, revoked_at,
                      last_used_at
            """;

    /// Empty if there is no such key, or it is already revoked.
    public Optional<ApiKey> revoke(Handle tx, UUID id, Instant now, long version) {
        return tx.createQuery(REVOKE)
                .bind("id", id)
                .bind("now", now)
                .bind("version", version)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String REVOKE_OF_APP =
            """
            UPDATE api_key
               SET revoked_at = :now,
                   access_version = :version
             WHERE app_id = :app_id
               AND revoked_at IS NULL
            RETURNING id, role, app_id, mode, name, created_at, expires_at, revoked_at,
                      last_used_at
            """;

    /// Returns the keys that it revoked.
    public List<ApiKey> revokeOfApp(Handle tx, UUID appId, Instant now, long version) {
        return tx.createQuery(REVOKE_OF_APP)
                .bind("app_id", appId)
                .bind("now", now)
                .bind("version", version)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String FIND =
            """
            SELECT id, role, app_id, mode, name, created_at, expires_at, revoked_at, last_used_at
              FROM api_key
             WHERE id = :id
            """;

    public Optional<ApiKey> find(Handle handle, UUID id) {
        return handle.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String PAGE =
            """
            SELECT id, role, app_id, mode, name, created_at, expires_at, revoked_at, last_used_at
              FROM api_key
             WHERE (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND (CAST(:mode AS text) IS NULL OR mode = :mode)
               AND id < :before
             ORDER BY id DESC
             LIMIT :limit
            """;

    public List<ApiKey> page(
            Handle handle, @Nullable UUID appId, @Nullable Mode mode, UUID before, int limit) {
        return handle.createQuery(PAGE)
                .bindByType("app_id", appId, UUID.class)
                .bind("mode", mode == null ? null : mode.code())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    // A process that starts does not need keys that are no longer valid.
    private static final String CHANGES_SINCE =
            """
            SELECT id, role, app_id, mode, name, created_at, expires_at, revoked_at, last_used_at,
                   hash
              FROM api_key
             WHERE access_version > ?
               AND (? OR revoked_at IS NULL)
             ORDER BY access_version
            """;

    record Change(KeyHash hash, ApiKey key) {}

    List<Change> changesSince(Connection connection, long version) throws SQLException {
        try (var statement = connection.prepareStatement(CHANGES_SINCE)) {
            statement.setLong(1, version);
            statement.setBoolean(2, version > 0);
            var changes = new ArrayList<Change>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    changes.add(new Change(new KeyHash(rows.getBytes("hash")), read(rows)));
                }
            }
            return changes;
        }
    }

    // Another process may have written a later time.
    private static final String USED =
            """
            UPDATE api_key
               SET last_used_at = used.at
              FROM unnest(?::uuid[], ?::timestamptz[]) AS used (id, at)
             WHERE api_key.id = used.id
               AND (last_used_at IS NULL OR last_used_at < used.at)
            """;

    void used(Connection connection, Map<UUID, Instant> uses) throws SQLException {
        var ids = uses.keySet().toArray(UUID[]::new);
        var times = uses.values().stream().map(Timestamp::from).toArray(Timestamp[]::new);
        try (var statement = connection.prepareStatement(USED)) {
            statement.setArray(1, connection.createArrayOf("uuid", ids));
            statement.setArray(2, connection.createArrayOf("timestamptz", times));
            statement.executeUpdate();
        }
    }

    private static ApiKey read(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getObject("id", UUID.class),
                Role.of(row.getString("role")).orElseThrow(),
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                row.getString("name"),
                row.getTimestamp("created_at").toInstant(),
                instant(row, "expires_at"),
                instant(row, "revoked_at"),
                instant(row, "last_used_at"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }
}

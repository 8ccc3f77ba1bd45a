package dev.waybill.engine.access;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Reads and writes apps. A transaction that changes one also increments the version.
public final class AppStore {

    private static final String INSERT =
            """
            INSERT INTO app (id, uid, name, created_at, updated_at, access_version)
            VALUES (:id, :uid, :name, :created_at, :updated_at, :version)
            """;

    public void insert(Handle tx, App app, long version) {
        tx.createUpdate(INSERT)
                .bind("id", app.id())
                .bind("uid", app.uid())
                .bind("name", app.name())
                .bind("created_at", app.createdAt())
                .bind("updated_at", app.updatedAt())
                .bind("version", version)
                .execute();
    }

    private static final String UPDATE =
            """
            UPDATE app
               SET uid = :uid,
                   name = :name,
                   updated_at = :updated_at,
                   access_version = :version
             WHERE id = :id
               AND deleted_at IS NULL
            """;

    public void update(Handle tx, App app, long version) {
        tx.createUpdate(UPDATE)
                .bind("id", app.id())
                .bind("uid", app.uid())
                .bind("name", app.name())
                .bind("updated_at", app.updatedAt())
                .bind("version", version)
                .execute();
    }

    // A transaction that creates an endpoint holds the row of the app FOR SHARE: this waits for it.
    private static final String LOCK =
            """
            SELECT id, uid, name, created_at, updated_at, deleted_at
              FROM app
             WHERE id = :id
               AND deleted_at IS NULL
               FOR UPDATE
            """;

    public Optional<App> lock(Handle tx, UUID id) {
        return tx.createQuery(LOCK).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String SHARE =
            """
            SELECT id
              FROM app
             WHERE id = :id
               AND deleted_at IS NULL
               FOR SHARE
            """;

    /// Locks the app against deletion. Returns false if there is no such app.
    public boolean share(Handle tx, UUID id) {
        return tx.createQuery(SHARE).bind("id", id).mapTo(UUID.class).findOne().isPresent();
    }

    private static final String HAS_ENDPOINTS =
            """
            SELECT EXISTS (
                SELECT
                  FROM endpoint
                 WHERE app_id = :id
                   AND deleted_at IS NULL)
            """;

    public boolean hasEndpoints(Handle tx, UUID id) {
        return tx.createQuery(HAS_ENDPOINTS).bind("id", id).mapTo(Boolean.class).one();
    }

    private static final String DELETE =
            """
            UPDATE app
               SET deleted_at = :now,
                   access_version = :version
             WHERE id = :id
            """;

    public void delete(Handle tx, UUID id, Instant now, long version) {
        tx.createUpdate(DELETE).bind("id", id).bind("now", now).bind("version", version).execute();
    }

    private static final String COUNT =
            """
            SELECT count(*)
              FROM app
             WHERE deleted_at IS NULL
            """;

    public long count(Handle handle) {
        return handle.createQuery(COUNT).mapTo(Long.class).one();
    }

    private static final String FIND =
            """
            SELECT id, uid, name, created_at, updated_at, deleted_at
              FROM app
             WHERE id = :id
               AND deleted_at IS NULL
            """;

    public Optional<App> find(Handle handle, UUID id) {
        return handle.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String FIND_UID =
            """
            SELECT id, uid, name, created_at, updated_at, deleted_at
              FROM app
             WHERE uid = :uid
               AND deleted_at IS NULL
            """;

    public Optional<App> findUid(Handle handle, String uid) {
        return handle.createQuery(FIND_UID).bind("uid", uid).map((row, _) -> read(row)).findOne();
    }

    private static final String PAGE =
            """
            SELECT id, uid, name, created_at, updated_at, deleted_at
              FROM app
             WHERE id < :before
               AND deleted_at IS NULL
             ORDER BY id DESC
             LIMIT :limit
            """;

    public List<App> page(Handle handle, UUID before, int limit) {
        return handle.createQuery(PAGE)
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    // Deleted apps too: events still refer to them.
    private static final String CHANGES_SINCE =
            """
            SELECT id, uid, name, created_at, updated_at, deleted_at
              FROM app
             WHERE access_version > ?
             ORDER BY access_version
            """;

    List<App> changesSince(Connection connection, long version) throws SQLException {
        try (var statement = connection.prepareStatement(CHANGES_SINCE)) {
            statement.setLong(1, version);
            var apps = new ArrayList<App>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    apps.add(read(rows));
                }
            }
            return apps;
        }
    }

    private static App read(ResultSet row) throws SQLException {
        return new App(
                row.getObject("id", UUID.class),
                row.getString("uid"),
                row.getString("name"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant(),
                row.getTimestamp("deleted_at") != null);
    }
}

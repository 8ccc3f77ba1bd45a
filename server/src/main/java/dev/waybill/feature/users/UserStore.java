package dev.waybill.feature.users;

import dev.waybill.domain.access.Role;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Users as rows.
final class UserStore {

    private static final String INSERT =
            """
            INSERT INTO user_account (id, name, name_key, role, password, created_at, updated_at)
            VALUES (:id, :name, :name_key, :role, :password, :created_at, :updated_at)
                ON CONFLICT (name_key) DO NOTHING
            """;

    /// Whether the name was free.
    boolean insert(Handle tx, User user, @Nullable String password) {
        return tx.createUpdate(INSERT)
                        .bind("id", user.id())
                        .bind("name", user.name())
                        .bind("name_key", Users.keyOf(user.name()))
                        .bind("role", user.role().code())
                        .bind("password", password)
                        .bind("created_at", user.createdAt())
                        .bind("updated_at", user.updatedAt())
                        .execute()
                == 1;
    }

    private static final String FIND =
            """
            SELECT id, name, role, password IS NOT NULL AS has_password, created_at, updated_at,
                   disabled_at, last_signed_in_at
              FROM user_account
             WHERE id = :id
            """;

    Optional<User> find(Handle handle, UUID id) {
        return handle.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String LOCK =
            """
            SELECT id, name, role, password IS NOT NULL AS has_password, created_at, updated_at,
                   disabled_at, last_signed_in_at
              FROM user_account
             WHERE id = :id
               FOR UPDATE
            """;

    Optional<User> lock(Handle tx, UUID id) {
        return tx.createQuery(LOCK).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String ALL =
            """
            SELECT id, name, role, password IS NOT NULL AS has_password, created_at, updated_at,
                   disabled_at, last_signed_in_at
              FROM user_account
             ORDER BY name_key
             LIMIT :limit
            """;

    List<User> all(Handle handle, int limit) {
        return handle.createQuery(ALL).bind("limit", limit).map((row, _) -> read(row)).list();
    }

    private static final String COUNT = "SELECT count(*) FROM user_account";

    int count(Handle handle) {
        return handle.createQuery(COUNT).mapTo(Integer.class).one();
    }

    /// A user who may sign in, with the hash of the password.
    record Credential(UUID id, @Nullable String password) {}

    private static final String CREDENTIAL =
            """
            SELECT id, password
              FROM user_account
             WHERE name_key = :name_key
               AND disabled_at IS NULL
            """;

    Optional<Credential> credential(Handle handle, String nameKey) {
        return handle.createQuery(CREDENTIAL)
                .bind("name_key", nameKey)
                .map((row, _) ->
                        new Credential(row.getObject("id", UUID.class), row.getString("password")))
                .findOne();
    }

    private static final String SIGNED_IN =
            """
            UPDATE user_account
               SET last_signed_in_at = :now
             WHERE id = :id
               AND disabled_at IS NULL
            """;

    /// Whether the user may still sign in.
    boolean signedIn(Handle tx, UUID id, Instant now) {
        return tx.createUpdate(SIGNED_IN).bind("id", id).bind("now", now).execute() == 1;
    }

    // Replaces only the hash it was derived from: the user may have changed the password meanwhile.
    private static final String REHASH =
            """
            UPDATE user_account
               SET password = :password
             WHERE id = :id
               AND password = :before
            """;

    void rehash(Handle tx, UUID id, String before, String password) {
        tx.createUpdate(REHASH)
                .bind("id", id)
                .bind("before", before)
                .bind("password", password)
                .execute();
    }

    private static final String SET_PASSWORD =
            """
            UPDATE user_account
               SET password = :password,
                   updated_at = :now
             WHERE id = :id
               AND disabled_at IS NULL
            """;

    boolean setPassword(Handle tx, UUID id, String password, Instant now) {
        return tx.createUpdate(SET_PASSWORD)
                        .bind("id", id)
                        .bind("password", password)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String UPDATE =
            """
            UPDATE user_account
               SET role = :role,
                   disabled_at = CAST(:disabled_at AS timestamptz),
                   updated_at = :updated_at
             WHERE id = :id
            """;

    void update(Handle tx, User user) {
        tx.createUpdate(UPDATE)
                .bind("id", user.id())
                .bind("role", user.role().code())
                .bind("disabled_at", user.disabledAt())
                .bind("updated_at", user.updatedAt())
                .execute();
    }

    private static final String DELETE =
            """
            DELETE FROM user_account
             WHERE id = :id
            """;

    /// Deletes a user, with the sessions and links that refer to the user.
    void delete(Handle tx, UUID id) {
        tx.createUpdate(DELETE).bind("id", id).execute();
    }

    private static User read(ResultSet row) throws SQLException {
        return new User(
                row.getObject("id", UUID.class),
                row.getString("name"),
                Role.of(row.getString("role")).orElseThrow(),
                row.getBoolean("has_password"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("updated_at").toInstant(),
                instant(row.getTimestamp("disabled_at")),
                instant(row.getTimestamp("last_signed_in_at")));
    }

    private static @Nullable Instant instant(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }
}

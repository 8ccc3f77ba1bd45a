package dev.waybill.feature.users;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.access.KeyHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Sessions and sign-in links as rows.
final class SessionStore {

    /// The owner of a session or a link: exactly one of the three is set.
    ///
    /// @param adminKeyHash identifies the admin key of the settings
    record Holder(@Nullable UUID keyId, @Nullable UUID userId, byte @Nullable [] adminKeyHash) {

        Account account() {
            return new Account(keyId, userId);
        }
    }

    private static final String INSERT =
            """
            INSERT INTO session (
                hash, key_id, user_id, admin_mark, mode, by_link, created_at, last_used_at)
            VALUES (
                :hash, CAST(:key_id AS uuid), CAST(:user_id AS uuid), :admin_mark, :mode,
                :by_link, :now, :now)
            """;

    void insert(Handle tx, KeyHash hash, Holder holder, Mode mode, boolean byLink, Instant now) {
        tx.createUpdate(INSERT)
                .bind("hash", hash.bytes())
                .bindByType("key_id", holder.keyId, UUID.class)
                .bindByType("user_id", holder.userId, UUID.class)
                .bindByType("admin_mark", holder.adminKeyHash, byte[].class)
                .bind("mode", mode.code())
                .bind("by_link", byLink)
                .bind("now", now)
                .execute();
    }

    // A revoked or expired key has no sessions, regardless of the rows, and neither has a
    // disabled user.
    private static final String FIND =
            """
            SELECT session.key_id, session.user_id, session.by_link, session.last_used_at,
                   user_account.name,
                   COALESCE(api_key.mode, session.mode) AS mode,
                   COALESCE(api_key.role, user_account.role, 'admin') AS role
              FROM session
              LEFT JOIN api_key ON api_key.id = session.key_id
              LEFT JOIN user_account ON user_account.id = session.user_id
             WHERE session.hash = :hash
               AND session.created_at > :oldest
               AND session.last_used_at > :idle_since
               AND (session.key_id IS NULL
                    OR (api_key.revoked_at IS NULL
                        AND (api_key.expires_at IS NULL OR api_key.expires_at > :now)))
               AND user_account.disabled_at IS NULL
               AND (session.admin_mark IS NULL OR session.admin_mark = :admin_mark)
            """;

    record Found(Session session, Instant lastUsedAt) {}

    Optional<Found> find(
            Handle handle,
            KeyHash hash,
            byte @Nullable [] adminKeyHash,
            Instant oldest,
            Instant idleSince,
            Instant now) {
        return handle.createQuery(FIND)
                .bind("hash", hash.bytes())
                .bindByType("admin_mark", adminKeyHash, byte[].class)
                .bind("oldest", oldest)
                .bind("idle_since", idleSince)
                .bind("now", now)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static Found read(ResultSet row) throws SQLException {
        var session =
                new Session(
                        new Account(
                                row.getObject("key_id", UUID.class),
                                row.getObject("user_id", UUID.class)),
                        row.getString("name"),
                        Role.of(row.getString("role")).orElseThrow(),
                        Mode.of(row.getString("mode")).orElseThrow(),
                        row.getBoolean("by_link"));
        return new Found(session, row.getTimestamp("last_used_at").toInstant());
    }

    private static final String USED =
            """
            UPDATE session
               SET last_used_at = :now
             WHERE hash = :hash
            """;

    void used(Handle handle, KeyHash hash, Instant now) {
        handle.createUpdate(USED).bind("hash", hash.bytes()).bind("now", now).execute();
    }

    // A key works in one mode; users and the admin key of the settings work in both.
    private static final String SWITCH_MODE =
            """
            UPDATE session
               SET mode = :mode
             WHERE hash = :hash
               AND key_id IS NULL
            """;

    void switchMode(Handle handle, KeyHash hash, Mode mode) {
        handle.createUpdate(SWITCH_MODE)
                .bind("hash", hash.bytes())
                .bind("mode", mode.code())
                .execute();
    }

    private static final String DELETE =
            """
            DELETE FROM session
             WHERE hash = :hash
            """;

    boolean delete(Handle tx, KeyHash hash) {
        return tx.createUpdate(DELETE).bind("hash", hash.bytes()).execute() == 1;
    }

    private static final String DELETE_OTHERS =
            """
            DELETE FROM session
             WHERE user_id = :user_id
               AND hash <> :hash
            """;

    /// All sessions of a user except this one.
    void deleteOthers(Handle tx, UUID userId, KeyHash hash) {
        tx.createUpdate(DELETE_OTHERS).bind("user_id", userId).bind("hash", hash.bytes()).execute();
    }

    private static final String DELETE_OF =
            """
            DELETE FROM session
             WHERE user_id = :user_id
            """;

    void deleteOf(Handle tx, UUID userId) {
        tx.createUpdate(DELETE_OF).bind("user_id", userId).execute();
    }

    private static final String KNOWN =
            """
            UPDATE session
               SET by_link = false
             WHERE hash = :hash
            """;

    /// The user has chosen a password.
    void known(Handle tx, KeyHash hash) {
        tx.createUpdate(KNOWN).bind("hash", hash.bytes()).execute();
    }

    private static final String PRUNE =
            """
            DELETE FROM session
             WHERE created_at <= :oldest
                OR last_used_at <= :idle_since
            """;

    void prune(Handle tx, Instant oldest, Instant idleSince) {
        tx.createUpdate(PRUNE).bind("oldest", oldest).bind("idle_since", idleSince).execute();
    }

    private static final String INSERT_LINK =
            """
            INSERT INTO sign_in_link (hash, key_id, user_id, admin_mark, expires_at)
            VALUES (
                :hash, CAST(:key_id AS uuid), CAST(:user_id AS uuid), :admin_mark, :expires_at)
            """;

    void insertLink(Handle handle, KeyHash hash, Holder holder, Instant expiresAt) {
        handle.createUpdate(INSERT_LINK)
                .bind("hash", hash.bytes())
                .bindByType("key_id", holder.keyId, UUID.class)
                .bindByType("user_id", holder.userId, UUID.class)
                .bindByType("admin_mark", holder.adminKeyHash, byte[].class)
                .bind("expires_at", expiresAt)
                .execute();
    }

    private static final String DELETE_LINKS_OF =
            """
            DELETE FROM sign_in_link
             WHERE user_id = :user_id
            """;

    void deleteLinksOf(Handle tx, UUID userId) {
        tx.createUpdate(DELETE_LINKS_OF).bind("user_id", userId).execute();
    }

    // The statement that deletes the code uses it: of two concurrent sign-ins with the same code,
    // one succeeds. Expired codes are deleted too, so that no job is needed.
    private static final String TAKE_LINK =
            """
            WITH taken AS (
                DELETE FROM sign_in_link
                 WHERE hash = :hash
                    OR expires_at <= :now
                RETURNING hash, key_id, user_id, admin_mark, expires_at
            )
            SELECT key_id, user_id, admin_mark
              FROM taken
             WHERE hash = :hash
               AND expires_at > :now
            """;

    Optional<Holder> takeLink(Handle tx, KeyHash hash, Instant now) {
        return tx.createQuery(TAKE_LINK)
                .bind("hash", hash.bytes())
                .bind("now", now)
                .map((row, _) ->
                        new Holder(
                                row.getObject("key_id", UUID.class),
                                row.getObject("user_id", UUID.class),
                                row.getBytes("admin_mark")))
                .findOne();
    }
}

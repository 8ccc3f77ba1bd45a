package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.KeyHash;
import dev.waybill.feature.users.Account;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes portal links and their sessions.
final class PortalLinkStore {

    private static final String INSERT =
            """
            INSERT INTO portal_link (
                id, app_id, mode, code_hash, capabilities, return_url, created_at, expires_at,
                session_seconds, key_id, user_id, admin_mark)
            VALUES (
                :id, :app_id, :mode, :code_hash, CAST(:capabilities AS text[]), :return_url,
                :created_at, :expires_at, :session_seconds, CAST(:key_id AS uuid),
                CAST(:user_id AS uuid), :admin_mark)
            """;

    /// @param adminKeyHash identifies the admin key of the settings; null if the maker is another
    ///   account
    void insert(
            Handle tx,
            PortalLink link,
            KeyHash code,
            Account maker,
            byte @Nullable [] adminKeyHash) {
        tx.createUpdate(INSERT)
                .bind("id", link.id())
                .bind("app_id", link.appId())
                .bind("mode", link.mode().code())
                .bind("code_hash", code.bytes())
                .bind("capabilities", words(link.capabilities()))
                .bind("return_url", link.returnUrl())
                .bind("created_at", link.createdAt())
                .bind("expires_at", link.expiresAt())
                .bind("session_seconds", Math.toIntExact(link.sessionLife().toSeconds()))
                .bindByType("key_id", maker.keyId(), UUID.class)
                .bindByType("user_id", maker.userId(), UUID.class)
                .bindByType("admin_mark", adminKeyHash, byte[].class)
                .execute();
    }

    /// An array literal of PostgreSQL; no code needs quoting.
    private static String words(Set<Capability> capabilities) {
        return capabilities.stream()
                .map(Capability::code)
                .sorted()
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static final String PRUNE =
            """
            DELETE FROM portal_link
             WHERE expires_at < :oldest
            """;

    void prune(Handle tx, Instant oldest) {
        tx.createUpdate(PRUNE).bind("oldest", oldest).execute();
    }

    // Of two concurrent sign-ins, one finds used_at set.
    private static final String TAKE =
            """
            UPDATE portal_link
               SET used_at = :now,
                   session_hash = :session_hash,
                   session_ends_at = CAST(:now AS timestamptz)
                                     + session_seconds * INTERVAL '1 second'
              FROM app
             WHERE code_hash = :code_hash
               AND used_at IS NULL
               AND revoked_at IS NULL
               AND expires_at > :now
               AND COALESCE(creator_ends_at(key_id, user_id) > :now, true)
               AND (admin_mark IS NULL OR admin_mark = :admin_mark)
               AND app.id = portal_link.app_id
               AND app.deleted_at IS NULL
            RETURNING portal_link.id, app_id, mode, capabilities, return_url,
                      portal_link.created_at, expires_at, session_seconds, used_at,
                      session_ends_at, revoked_at
            """;

    /// Opens the session of a link; empty if the link is not valid.
    Optional<PortalLink> take(
            Handle tx, KeyHash code, KeyHash session, byte @Nullable [] adminKeyHash, Instant now) {
        return tx.createQuery(TAKE)
                .bind("code_hash", code.bytes())
                .bindByType("admin_mark", adminKeyHash, byte[].class)
                .bind("session_hash", session.bytes())
                .bind("now", now)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static final String WAS_USED =
            """
            SELECT EXISTS (
                SELECT
                  FROM portal_link
                 WHERE code_hash = :code_hash
                   AND used_at IS NOT NULL
                   AND revoked_at IS NULL
                   AND expires_at > :now
                   AND COALESCE(creator_ends_at(key_id, user_id) > :now, true))
            """;

    /// Whether the link is valid apart from having been used.
    boolean wasUsed(Handle handle, KeyHash code, Instant now) {
        return handle.createQuery(WAS_USED)
                .bind("code_hash", code.bytes())
                .bind("now", now)
                .mapTo(Boolean.class)
                .one();
    }

    private static final String GUEST =
            """
            SELECT link.id, link.app_id, app.name, link.mode, link.capabilities, link.return_url,
                   link.session_ends_at, embed.origins, look.product, look.accent,
                   look.return_url AS usual_return_url
              FROM portal_link AS link
              JOIN app ON app.id = link.app_id
              LEFT JOIN portal_embed AS embed ON embed.app_id = link.app_id
             CROSS JOIN portal_branding AS look
             WHERE link.session_hash = :session_hash
               AND link.session_ends_at > :now
               AND link.revoked_at IS NULL
               AND COALESCE(creator_ends_at(link.key_id, link.user_id) > :now, true)
               AND (link.admin_mark IS NULL OR link.admin_mark = :admin_mark)
               AND app.deleted_at IS NULL
            """;

    Optional<PortalSession> session(
            Handle handle, KeyHash session, byte @Nullable [] adminKeyHash, Instant now) {
        return handle.createQuery(GUEST)
                .bind("session_hash", session.bytes())
                .bindByType("admin_mark", adminKeyHash, byte[].class)
                .bind("now", now)
                .map((row, _) ->
                        new PortalSession(
                                row.getObject("id", UUID.class),
                                row.getObject("app_id", UUID.class),
                                row.getString("name"),
                                Mode.of(row.getString("mode")).orElseThrow(),
                                capabilities(row),
                                row.getTimestamp("session_ends_at").toInstant(),
                                texts(row, "origins"),
                                look(row)))
                .findOne();
    }

    private static final String DOOR =
            """
            SELECT link.return_url, embed.origins, look.product, look.accent,
                   look.return_url AS usual_return_url
              FROM portal_link AS link
              LEFT JOIN portal_embed AS embed ON embed.app_id = link.app_id
             CROSS JOIN portal_branding AS look
             WHERE link.id = :id
            """;

    Optional<Branding> door(Handle handle, UUID id) {
        return handle.createQuery(DOOR).bind("id", id).map((row, _) -> door(row)).findOne();
    }

    private static final String DOOR_OF =
            """
            SELECT link.return_url, embed.origins, look.product, look.accent,
                   look.return_url AS usual_return_url
              FROM portal_link AS link
              LEFT JOIN portal_embed AS embed ON embed.app_id = link.app_id
             CROSS JOIN portal_branding AS look
             WHERE link.session_hash = :session_hash
            """;

    Optional<Branding> doorOf(Handle handle, KeyHash session) {
        return handle.createQuery(DOOR_OF)
                .bind("session_hash", session.bytes())
                .map((row, _) -> door(row))
                .findOne();
    }

    private static Branding door(ResultSet row) throws SQLException {
        return new Branding(texts(row, "origins"), look(row));
    }

    private static PortalLook look(ResultSet row) throws SQLException {
        return new PortalLook(
                        row.getString("product"),
                        row.getString("accent"),
                        row.getString("usual_return_url"))
                .returningTo(row.getString("return_url"));
    }

    private static final String FIND =
            """
            SELECT id, app_id, mode, capabilities, return_url, created_at, expires_at,
                   session_seconds, used_at, session_ends_at,
                   LEAST(revoked_at, creator_ends_at(key_id, user_id)) AS revoked_at
              FROM portal_link
             WHERE id = :id
            """;

    Optional<PortalLink> find(Handle handle, UUID id) {
        return handle.createQuery(FIND).bind("id", id).map((row, _) -> read(row)).findOne();
    }

    private static final String PAGE =
            """
            SELECT id, app_id, mode, capabilities, return_url, created_at, expires_at,
                   session_seconds, used_at, session_ends_at,
                   LEAST(revoked_at, creator_ends_at(key_id, user_id)) AS revoked_at
              FROM portal_link
             WHERE (CAST(:app_id AS uuid) IS NULL OR app_id = CAST(:app_id AS uuid))
               AND mode = :mode
               AND id < :before
             ORDER BY id DESC
             LIMIT :limit
            """;

    List<PortalLink> page(Handle handle, Scope scope, UUID before, int limit) {
        return handle.createQuery(PAGE)
                .bindByType("app_id", scope.appId(), UUID.class)
                .bind("mode", scope.mode().code())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> read(row))
                .list();
    }

    private static final String REVOKE =
            """
            UPDATE portal_link
               SET revoked_at = :now
             WHERE id = :id
               AND revoked_at IS NULL
            """;

    boolean revoke(Handle tx, UUID id, Instant now) {
        return tx.createUpdate(REVOKE).bind("id", id).bind("now", now).execute() == 1;
    }

    private static final String REVOKE_ALL =
            """
            UPDATE portal_link
               SET revoked_at = :now
             WHERE app_id = :app_id
               AND mode = :mode
               AND revoked_at IS NULL
               AND COALESCE(session_ends_at, expires_at) > :now
            """;

    int revokeAll(Handle tx, UUID appId, Mode mode, Instant now) {
        return tx.createUpdate(REVOKE_ALL)
                .bind("app_id", appId)
                .bind("mode", mode.code())
                .bind("now", now)
                .execute();
    }

    private static PortalLink read(ResultSet row) throws SQLException {
        return new PortalLink(
                row.getObject("id", UUID.class),
                row.getObject("app_id", UUID.class),
                Mode.of(row.getString("mode")).orElseThrow(),
                capabilities(row),
                row.getString("return_url"),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("expires_at").toInstant(),
                Duration.ofSeconds(row.getInt("session_seconds")),
                time(row.getTimestamp("used_at")),
                time(row.getTimestamp("session_ends_at")),
                time(row.getTimestamp("revoked_at")));
    }

    private static Set<Capability> capabilities(ResultSet row) throws SQLException {
        return texts(row, "capabilities").stream()
                .map(word -> Capability.of(word).orElseThrow())
                .collect(Collectors.toSet());
    }

    /// Empty for NULL.
    private static List<String> texts(ResultSet row, String column) throws SQLException {
        var array = row.getArray(column);
        var texts = new ArrayList<String>();
        if (array != null) {
            for (var text : (String[]) array.getArray()) {
                texts.add(text);
            }
        }
        return texts;
    }

    private static @Nullable Instant time(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }
}

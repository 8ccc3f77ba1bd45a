package dev.waybill.feature.portal;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// How the portal looks, and where it may be shown, as rows.
final class PortalSettingsStore {

    private static final String LOOK =
            """
            SELECT product, accent, return_url
              FROM portal_branding
            """;

    PortalLook look(Handle handle) {
        return look(handle, LOOK);
    }

    private static final String LOCK_LOOK = LOOK + " FOR UPDATE";

    PortalLook lockLook(Handle tx) {
        return look(tx, LOCK_LOOK);
    }

    private static PortalLook look(Handle handle, String sql) {
        return handle.createQuery(sql)
                .map((row, _) ->
                        new PortalLook(
                                row.getString("product"),
                                row.getString("accent"),
                                row.getString("return_url")))
                .one();
    }

    private static final String SET_LOOK =
            """
            UPDATE portal_branding
               SET product = :product,
                   accent = :accent,
                   return_url = :return_url,
                   updated_at = :now
            """;

    void setLook(Handle tx, PortalLook look, Instant now) {
        tx.createUpdate(SET_LOOK)
                .bind("product", look.product())
                .bind("accent", look.accent())
                .bind("return_url", look.returnUrl())
                .bind("now", now)
                .execute();
    }

    private static final String ORIGINS =
            """
            SELECT unnest(origins)
              FROM portal_embed
             WHERE app_id = :app_id
            """;

    List<String> origins(Handle handle, UUID appId) {
        return handle.createQuery(ORIGINS).bind("app_id", appId).mapTo(String.class).list();
    }

    private static final String SET_ORIGINS =
            """
            INSERT INTO portal_embed (app_id, origins, updated_at)
            VALUES (:app_id, :origins, :now)
            ON CONFLICT (app_id) DO UPDATE
               SET origins = excluded.origins,
                   updated_at = excluded.updated_at
            """;

    void setOrigins(Handle tx, UUID appId, List<String> origins, Instant now) {
        tx.createUpdate(SET_ORIGINS)
                .bind("app_id", appId)
                .bindArray("origins", String.class, origins)
                .bind("now", now)
                .execute();
    }
}

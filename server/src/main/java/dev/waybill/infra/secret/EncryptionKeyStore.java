package dev.waybill.infra.secret;

import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Stores which encryption keys this database needs.
final class EncryptionKeyStore {

    private static final String LOCK = "LOCK TABLE encryption_key IN SHARE ROW EXCLUSIVE MODE";

    /// Serializes starting processes: each must see the key of the one before.
    void lock(Handle tx) {
        tx.execute(LOCK);
    }

    record Needed(String id, byte[] probe) {}

    private static final String NEEDED =
            """
            SELECT id, probe
              FROM encryption_key
             WHERE retired_at IS NULL
             ORDER BY created_at, id
            """;

    List<Needed> needed(Handle handle) {
        return handle.createQuery(NEEDED)
                .map((row, _) -> new Needed(row.getString("id"), row.getBytes("probe")))
                .list();
    }

    // A key that was retired and is set again becomes active again.
    private static final String INTRODUCE =
            """
            INSERT INTO encryption_key (id, probe, created_at)
            VALUES (:id, :probe, :now)
            ON CONFLICT (id) DO UPDATE
               SET retired_at = NULL,
                   probe = excluded.probe
             WHERE encryption_key.retired_at IS NOT NULL
            """;

    void introduce(Handle tx, String id, byte[] probe, Instant now) {
        tx.createUpdate(INTRODUCE).bind("id", id).bind("probe", probe).bind("now", now).execute();
    }

    // The lock delays a retirement until the data sealed with the key is committed, so that the
    // retirement finds it.
    private static final String HOLD =
            """
            SELECT id
              FROM encryption_key
             WHERE id = :id
               AND retired_at IS NULL
               FOR SHARE
            """;

    /// Returns false if the key must not be used any more.
    boolean hold(Handle tx, String id) {
        return tx.createQuery(HOLD).bind("id", id).mapTo(String.class).findOne().isPresent();
    }

    private static final String RETIRE =
            """
            UPDATE encryption_key
               SET retired_at = :now
             WHERE id <> :kept
               AND retired_at IS NULL
            RETURNING id
            """;

    List<String> retireAllBut(Handle tx, String kept, Instant now) {
        return tx.createQuery(RETIRE)
                .bind("kept", kept)
                .bind("now", now)
                .mapTo(String.class)
                .list();
    }
}

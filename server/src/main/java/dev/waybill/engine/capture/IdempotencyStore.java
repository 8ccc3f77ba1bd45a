package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Stores which request created which object, in the transaction that creates it.
public final class IdempotencyStore {

    private static final String INSERT =
            """
            INSERT INTO idempotency_key (app_id, mode, key, fingerprint, object_id, created_at)
            VALUES (:app_id, :mode, :key, :fingerprint, :object_id, :now)
                ON CONFLICT DO NOTHING
            """;

    /// Returns false if the key is taken. Waits for a transaction that is about to take it.
    public boolean insert(
            Handle tx, UUID appId, Mode mode, IdempotencyKey key, UUID objectId, Instant now) {
        return tx.createUpdate(INSERT)
                        .bind("app_id", appId)
                        .bind("mode", mode.code())
                        .bind("key", key.key())
                        .bind("fingerprint", key.fingerprint())
                        .bind("object_id", objectId)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    private static final String FIND =
            """
            SELECT object_id
              FROM idempotency_key
             WHERE app_id = :app_id
               AND mode = :mode
               AND key = :key
               AND fingerprint = :fingerprint
            """;

    /// The object that the same request created; empty if the key was used for another request.
    public Optional<UUID> find(Handle tx, UUID appId, Mode mode, IdempotencyKey key) {
        return tx.createQuery(FIND)
                .bind("app_id", appId)
                .bind("mode", mode.code())
                .bind("key", key.key())
                .bind("fingerprint", key.fingerprint())
                .mapTo(UUID.class)
                .findOne();
    }
}

package dev.waybill.engine.capture;

import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// Remembers which request made which object, in the transaction that makes it.
public final class IdempotencyStore {

    private static final String INSERT =
            """
            INSERT INTO idempotency_key (app_id, mode, key, fingerprint, object_id, created_at)
            VALUES (:app_id, :mode, :key, :fingerprint, :object_id, :now)
                ON CONFLICT DO NOTHING
            """;

    /// False if the key is taken; waits for a transaction that is about to take it.
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

    /// What the same request made; empty if the key was used for another one.
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

package dev.waybill.feature.endpoints;

import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads and writes the encrypted values of endpoints.
final class SealStore {

    /// One endpoint's sealed values.
    record Sealed(
            UUID endpointId,
            byte[] secret,
            byte @Nullable [] previousSecret,
            byte @Nullable [] headers) {}

    private static final String LOCK_ROUTING =
            """
            SELECT version
              FROM routing
               FOR UPDATE
            """;

    /// Blocks changes of endpoints until the transaction ends: they read sealed values and write
    /// them back. Captures only read the row, and do not wait.
    void lockRouting(Handle tx) {
        tx.createQuery(LOCK_ROUTING).mapTo(Long.class).one();
    }

    // The id of the key is in the bytes 2 to 5 of a sealed value: see Vault.
    private static final String SEALED_WITH_OTHERS =
            """
            SELECT id, secret_sealed, previous_secret_sealed, headers_sealed
              FROM endpoint
             WHERE encode(substr(secret_sealed, 2, 4), 'hex') <> :key
                OR encode(substr(previous_secret_sealed, 2, 4), 'hex') <> :key
                OR encode(substr(headers_sealed, 2, 4), 'hex') <> :key
             ORDER BY id
             LIMIT :limit
            """;

    /// Deleted endpoints too: their rows may still be read.
    List<Sealed> sealedWithOthers(Handle handle, String keyId, int limit) {
        return handle.createQuery(SEALED_WITH_OTHERS)
                .bind("key", keyId)
                .bind("limit", limit)
                .map((row, _) ->
                        new Sealed(
                                row.getObject("id", UUID.class),
                                row.getBytes("secret_sealed"),
                                row.getBytes("previous_secret_sealed"),
                                row.getBytes("headers_sealed")))
                .list();
    }

    private static final String UPDATE =
            """
            UPDATE endpoint
               SET secret_sealed = :secret,
                   previous_secret_sealed = :previous_secret,
                   headers_sealed = :headers
             WHERE id = :id
            """;

    /// Needs no new routing version: the plaintext is the same, and a process with the old form in
    /// memory has the old key too.
    void update(Handle tx, Sealed sealed) {
        tx.createUpdate(UPDATE)
                .bind("id", sealed.endpointId())
                .bind("secret", sealed.secret())
                .bind("previous_secret", sealed.previousSecret())
                .bind("headers", sealed.headers())
                .execute();
    }
}

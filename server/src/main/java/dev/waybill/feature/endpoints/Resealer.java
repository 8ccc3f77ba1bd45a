package dev.waybill.feature.endpoints;

import dev.waybill.engine.audit.Actor;
import dev.waybill.engine.audit.Audit;
import dev.waybill.engine.audit.AuditEntry;
import dev.waybill.engine.routing.EndpointSecrets;
import dev.waybill.feature.endpoints.SealStore.Sealed;
import dev.waybill.feature.notifications.ChannelSecrets;
import dev.waybill.infra.db.Database;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Re-encrypts everything under the first of the encryption keys, while the service runs, so that
/// the others can be deleted. It can be interrupted and restarted at any time.
public final class Resealer {

    /// Changes of endpoints wait for one chunk, for some milliseconds.
    static final int CHUNK = 100;

    private final Database database;
    private final Vault vault;
    private final EncryptionKeys keys;
    private final Audit audit;
    private final ChannelSecrets channels;
    private final SealStore store = new SealStore();

    public Resealer(Database database, Vault vault, Audit audit) {
        this.database = database;
        this.vault = vault;
        this.keys = new EncryptionKeys(vault);
        this.audit = audit;
        this.channels = new ChannelSecrets(vault);
    }

    /// Re-encrypts a chunk; returns the number of endpoints.
    public int runOnce() {
        return database.interactive().inTransaction(this::resealChunk);
    }

    /// Retires the other keys; returns their ids. Values that were sealed with them since the last
    /// chunk are re-encrypted in the same transaction, and no later value can be sealed with them.
    public List<String> retireOthers(Instant now, Actor actor) {
        return database.interactive()
                .inTransaction(tx -> {
                    store.lockRouting(tx);
                    var retired = keys.retireOthers(tx, now);
                    retired.forEach(id -> audit.record(tx, actor, retirement(id)));
                    channels.reseal(tx);
                    int resealed;
                    do {
                        resealed = resealChunk(tx);
                    } while (resealed == CHUNK);
                    return retired;
                });
    }

    private static AuditEntry retirement(String keyId) {
        return AuditEntry.with("encryption_key.retired", keyId, null, null);
    }

    private int resealChunk(Handle tx) {
        store.lockRouting(tx);
        var chunk = store.sealedWithOthers(tx, vault.current().id(), CHUNK);
        chunk.forEach(sealed -> store.update(tx, resealed(sealed)));
        return chunk.size();
    }

    private Sealed resealed(Sealed sealed) {
        var secret = EndpointSecrets.secretPlace(sealed.endpointId());
        return new Sealed(
                sealed.endpointId(),
                vault.seal(vault.open(sealed.secret(), secret), secret),
                resealed(sealed.previousSecret(), secret),
                resealed(sealed.headers(), EndpointSecrets.headersPlace(sealed.endpointId())));
    }

    private byte @Nullable [] resealed(byte @Nullable [] sealed, String place) {
        return sealed == null ? null : vault.seal(vault.open(sealed, place), place);
    }
}

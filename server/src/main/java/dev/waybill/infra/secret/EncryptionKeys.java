package dev.waybill.infra.secret;

import dev.waybill.infra.db.Database;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jdbi.v3.core.Handle;

/// The keys that encrypt the secrets of this database. Each has stored a probe there, so that a
/// missing or wrong key is reported when the service starts, and not with the first delivery.
public final class EncryptionKeys {

    public static final String VARIABLE = "WAYBILL_ENCRYPTION_KEY";

    private static final String PROBE = "waybill";

    private final Vault vault;
    private final EncryptionKeyStore store = new EncryptionKeyStore();

    public EncryptionKeys(Vault vault) {
        this.vault = vault;
    }

    /// The service cannot work with its keys; the message names the missing key.
    public static final class Unusable extends RuntimeException {
        public Unusable(String message) {
            super(message);
        }
    }

    /// The key with which this process encrypts was retired while it ran.
    public static final class Retired extends RuntimeException {
        Retired(String id) {
            super("the encryption key " + id + " was retired");
        }
    }

    /// The keys from the settings, otherwise those of the file in the data folder, which is created
    /// if it is missing. It is not created if the database already has encrypted secrets, for which
    /// a new key is useless.
    public static Vault vault(
            List<EncryptionKey> set, Path folder, Database database, RandomGenerator random) {
        if (!set.isEmpty()) {
            return new Vault(set, random);
        }
        if (!KeyFile.isIn(folder)) {
            var needed = database.interactive().withHandle(new EncryptionKeyStore()::needed);
            if (!needed.isEmpty()) {
                throw new Unusable(
                        "secrets in this database are encrypted with the encryption key "
                                + needed.getFirst().id()
                                + ", and no key is set: set "
                                + VARIABLE
                                + " to it, or restore the file "
                                + KeyFile.NAME
                                + " to "
                                + folder
                                + ".");
            }
        }
        return new Vault(KeyFile.readOrMake(folder, random), random);
    }

    /// Checks that every key in use is available, and registers the one that encrypts.
    public void check(Database database, Instant now) {
        database.interactive()
                .useTransaction(tx -> {
                    store.lock(tx);
                    store.needed(tx).forEach(this::check);
                    var id = vault.current().id();
                    store.introduce(tx, id, vault.seal(PROBE, place(id)), now);
                });
    }

    private void check(EncryptionKeyStore.Needed needed) {
        if (!vault.has(needed.id())) {
            throw new Unusable(
                    "secrets in this database are encrypted with the encryption key "
                            + needed.id()
                            + ", which is missing ("
                            + vault.current().id()
                            + " is). Set "
                            + VARIABLE
                            + " to it, or restore the file "
                            + KeyFile.NAME
                            + " that holds it; to change keys, put the new one before it,"
                            + " with a comma between, and run: waybill keys rotate-encryption");
        }
        try {
            vault.open(needed.probe(), place(needed.id()));
        } catch (Vault.Locked e) {
            throw new Unusable(
                    "the encryption key "
                            + needed.id()
                            + " does not decrypt the values encrypted with it: it is another key,"
                            + " or the database was changed by hand. Set "
                            + VARIABLE
                            + " to the key this database was used with.");
        }
    }

    /// To be called in the transaction that stores something encrypted.
    public void hold(Handle tx) {
        if (!store.hold(tx, vault.current().id())) {
            throw new Retired(vault.current().id());
        }
    }

    /// Retires all other keys, because nothing is encrypted with them any more. Returns those that
    /// may be deleted. To be followed, in the same transaction, by a last check for encrypted
    /// values.
    public List<String> retireOthers(Handle tx, Instant now) {
        return store.retireAllBut(tx, vault.current().id(), now);
    }

    private static String place(String id) {
        return "encryption_key " + id;
    }
}

package dev.waybill.testing;

import dev.waybill.infra.secret.EncryptionKey;
import dev.waybill.infra.secret.EncryptionKeys;
import dev.waybill.infra.secret.Vault;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;

/// Encryption keys for tests, the same in every process.
public final class Vaults {

    /// With the marker that `./check` looks for in every log: none may show a secret.
    public static final String KEY = "WaybillMarkerWaybillMarkerWaybillMarkerAAAA=";

    public static final String OTHER_KEY = "//////////////////////////////////////////8=";

    public static final Vault VAULT = of(KEY);

    private Vaults() {}

    /// A vault with these keys, of which the first seals.
    public static Vault of(String... keys) {
        return new Vault(parsed(keys), new SecureRandom());
    }

    private static List<EncryptionKey> parsed(String... keys) {
        return Stream.of(keys).map(key -> EncryptionKey.parse(key).orElseThrow()).toList();
    }

    /// As a service does that starts on this database.
    public static void introduce(TestDatabase db) {
        new EncryptionKeys(VAULT).check(db.database(), ManualClock.NOON);
    }
}

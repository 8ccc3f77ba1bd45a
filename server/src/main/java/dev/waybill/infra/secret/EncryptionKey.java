package dev.waybill.infra.secret;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/// A key of the operator, 32 bytes. It is never used directly: the encryption key is derived from
/// it, so that the same key could serve another purpose one day.
public final class EncryptionKey {

    static final int ID_BYTES = 4;

    private static final int BYTES = 32;
    private static final byte[] PURPOSE = "waybill secrets 1".getBytes(US_ASCII);

    private final byte[] id;
    private final SecretKey cipherKey;

    private EncryptionKey(byte[] bytes) {
        try {
            this.id = Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(bytes), ID_BYTES);
            var derivation = HKDFParameterSpec.ofExtract().addIKM(bytes).thenExpand(PURPOSE, BYTES);
            this.cipherKey = KDF.getInstance("HKDF-SHA256").deriveKey("AES", derivation);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has SHA-256 and HKDF", e);
        }
    }

    /// Reads a key from the settings: base64 of 32 bytes. Empty for anything else.
    public static Optional<EncryptionKey> parse(String text) {
        try {
            var bytes = Base64.getDecoder().decode(text.strip());
            return bytes.length == BYTES ? Optional.of(new EncryptionKey(bytes)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// A new key, as text.
    public static String generate(RandomGenerator random) {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /// Identifies the key without revealing anything about it.
    public String id() {
        return HexFormat.of().formatHex(id);
    }

    byte[] idBytes() {
        return id.clone();
    }

    SecretKey cipherKey() {
        return cipherKey;
    }

    @Override
    public String toString() {
        return "EncryptionKey[" + id() + "]";
    }
}

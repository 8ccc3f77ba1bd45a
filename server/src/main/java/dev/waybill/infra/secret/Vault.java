package dev.waybill.infra.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/// Encrypts secrets with AES-256-GCM and decrypts them. A sealed value names its key, so several
/// keys can be in use during a rotation, and is bound to its place: a value copied to another row
/// cannot be decrypted there.
///
/// Layout: format (1 byte), key id (4), nonce (12), ciphertext with its tag.
public final class Vault {

    private static final byte FORMAT = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int HEAD_BYTES = 1 + EncryptionKey.ID_BYTES + NONCE_BYTES;

    private final EncryptionKey current;
    private final Map<String, EncryptionKey> keys = new HashMap<>();
    private final RandomGenerator random;

    /// @param keys the first one encrypts, all of them decrypt
    /// @param random an unpredictable source
    public Vault(List<EncryptionKey> keys, RandomGenerator random) {
        this.current = keys.getFirst();
        keys.forEach(key -> this.keys.put(key.id(), key));
        this.random = random;
    }

    /// The value cannot be decrypted: the key is missing, or the value was not sealed for this
    /// place.
    public static final class Locked extends RuntimeException {
        Locked(String message) {
            super(message);
        }
    }

    public EncryptionKey current() {
        return current;
    }

    public boolean has(String keyId) {
        return keys.containsKey(keyId);
    }

    /// Encrypts a secret.
    ///
    /// @param place the owner of the value, such as a table, a column and an id
    public byte[] seal(String secret, String place) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var cipher = cipher(Cipher.ENCRYPT_MODE, current, nonce, place);
            var hidden = cipher.doFinal(secret.getBytes(UTF_8));
            return ByteBuffer.allocate(HEAD_BYTES + hidden.length)
                    .put(FORMAT)
                    .put(current.idBytes())
                    .put(nonce)
                    .put(hidden)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has AES-GCM", e);
        }
    }

    public String open(byte[] sealed, String place) {
        var key = keys.get(keyIdOf(sealed));
        if (key == null) {
            throw new Locked("the encryption key " + keyIdOf(sealed) + " is missing");
        }
        var nonce = Arrays.copyOfRange(sealed, 1 + EncryptionKey.ID_BYTES, HEAD_BYTES);
        try {
            var cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, place);
            return new String(
                    cipher.doFinal(sealed, HEAD_BYTES, sealed.length - HEAD_BYTES), UTF_8);
        } catch (AEADBadTagException e) {
            throw new Locked("a sealed value was changed, or is not in its place");
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has AES-GCM", e);
        }
    }

    /// The id of the key that a sealed value needs.
    public static String keyIdOf(byte[] sealed) {
        if (sealed.length < HEAD_BYTES + TAG_BITS / 8 || sealed[0] != FORMAT) {
            throw new Locked("this is not a sealed value");
        }
        return HexFormat.of().formatHex(sealed, 1, 1 + EncryptionKey.ID_BYTES);
    }

    private static Cipher cipher(int mode, EncryptionKey key, byte[] nonce, String place)
            throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key.cipherKey(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(place.getBytes(UTF_8));
        return cipher;
    }
}

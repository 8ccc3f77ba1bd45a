package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// One way in which a secret can have signed a request.
///
/// The text of a secret decides what it may verify. Above all, a public key is never the key of an
/// HMAC: everybody could sign with it.
sealed interface VerificationKey {

    /// Whether an entry of `webhook-signature` (`v1,…`, `v1a,…`) is of this key.
    default boolean signedStandard(String entry, byte[] idTimeBody) {
        return false;
    }

    /// Whether an entry of `x-webhook-signature` (`v1=…`) is of this key.
    default boolean signedHex(String entry, byte[] timeBody) {
        return false;
    }

    /// The keys in a secret as the service shows it.
    static List<VerificationKey> parse(String secret) {
        if (secret.startsWith("whpk_")) {
            return List.of(new Ed25519(ed25519(decode(secret, 32))));
        }
        if (secret.startsWith("whsk_")) {
            // The seed and the public key. All of it also keys the entry for other libraries.
            var pair = decode(secret, 64);
            return List.of(new Ed25519(ed25519(Arrays.copyOfRange(pair, 32, 64))), new Hmac(pair));
        }
        var text = secret.getBytes(UTF_8);
        if (text.length < 16) {
            throw new IllegalArgumentException("a secret has fewer than 16 characters");
        }
        if (secret.startsWith("whsec_")) {
            try {
                var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
                return List.of(new Hmac(key), new HexHmac(text));
            } catch (IllegalArgumentException e) {
                // The text of a secret for `hex` is free.
                return List.of(new HexHmac(text));
            }
        }
        return List.of(new HexHmac(text));
    }

    // The message of the cause quotes the secret.
    @SuppressWarnings("UnusedException")
    private static byte[] decode(String secret, int length) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(secret.substring("whpk_".length()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a key for Ed25519 is not base64");
        }
        if (bytes.length != length) {
            throw new IllegalArgumentException(
                    "a key for Ed25519 has %d bytes, not %d".formatted(bytes.length, length));
        }
        return bytes;
    }

    private static PublicKey ed25519(byte[] raw) {
        // RFC 8410: the header of an Ed25519 key.
        var encoded = HexFormat.of().parseHex("302a300506032b6570032100" + "00".repeat(32));
        System.arraycopy(raw, 0, encoded, encoded.length - 32, 32);
        try {
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a public key for Ed25519", e);
        }
    }

    private static byte[] hmac(byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// `standard`: `v1,` and base64.
    record Hmac(byte[] key) implements VerificationKey {

        @Override
        public boolean signedStandard(String entry, byte[] idTimeBody) {
            var signature = Base64.getEncoder().encodeToString(hmac(key, idTimeBody));
            return MessageDigest.isEqual(
                    entry.getBytes(UTF_8), ("v1," + signature).getBytes(UTF_8));
        }
    }

    /// `hex`: `v1=` and hexadecimal digits. The key is the text of the secret.
    record HexHmac(byte[] key) implements VerificationKey {

        @Override
        public boolean signedHex(String entry, byte[] timeBody) {
            var signature = HexFormat.of().formatHex(hmac(key, timeBody));
            return MessageDigest.isEqual(
                    entry.getBytes(UTF_8), ("v1=" + signature).getBytes(UTF_8));
        }
    }

    /// `standard-ed25519`: `v1a,` and base64.
    record Ed25519(PublicKey key) implements VerificationKey {

        @Override
        public boolean signedStandard(String entry, byte[] idTimeBody) {
            if (!entry.startsWith("v1a,")) {
                return false;
            }
            try {
                var signature = Signature.getInstance("Ed25519");
                signature.initVerify(key);
                signature.update(idTimeBody);
                return signature.verify(Base64.getDecoder().decode(entry.substring(4)));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                // Not a signature at all.
                return false;
            }
        }
    }
}

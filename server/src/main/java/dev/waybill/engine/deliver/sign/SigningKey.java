package dev.waybill.engine.deliver.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.domain.endpoint.SignatureScheme;
import java.util.Base64;
import java.util.HexFormat;

/// A signing secret, ready to sign with.
public sealed interface SigningKey {

    /// The signed content: the id of the event, the second of the attempt, and the body as it is
    /// sent.
    record Message(String eventId, long timestamp, byte[] body) {}

    /// The entry or entries for one signature header.
    String sign(Message message);

    /// The secret does not fit the scheme; the message states the required form.
    final class Unusable extends Exception {
        Unusable(String message) {
            super(message);
        }
    }

    static SigningKey parse(SignatureScheme scheme, String secret) throws Unusable {
        return switch (scheme) {
            case STANDARD -> Standard.parse(secret);
            case STANDARD_ED25519 -> Asymmetric.parse(secret);
            case HEX -> Hex.parse(secret);
        };
    }

    /// `whsec_` and 24 to 64 bytes in base64.
    record Standard(Hmac hmac) implements SigningKey {

        static final String PREFIX = "whsec_";
        private static final int BYTES_MIN = 24;
        private static final int BYTES_MAX = 64;

        static Standard parse(String secret) throws Unusable {
            var key = decoded(secret, PREFIX);
            if (key.length < BYTES_MIN || key.length > BYTES_MAX) {
                throw new Unusable("secret must be whsec_ and the base64 of 24 to 64 bytes");
            }
            return new Standard(new Hmac(key));
        }

        @Override
        public String sign(Message message) {
            var hash = hmac.over(head(message), message.body());
            return "v1," + Base64.getEncoder().encodeToString(hash);
        }
    }

    /// `whsk_` and the seed and public key in base64. The `v1` entry uses the same 64 bytes as its
    /// key.
    record Asymmetric(Standard shared, Ed25519 pair) implements SigningKey {

        static final String PREFIX = "whsk_";

        static Asymmetric parse(String secret) throws Unusable {
            var bytes = decoded(secret, PREFIX);
            var pair =
                    Ed25519.of(bytes)
                            .orElseThrow(() ->
                                    new Unusable(
                                            "secret must be whsk_ and the base64 of an Ed25519"
                                                    + " seed and its public key"));
            return new Asymmetric(new Standard(new Hmac(bytes)), pair);
        }

        @Override
        public String sign(Message message) {
            var signature = pair.sign(head(message), message.body());
            return shared.sign(message) + " v1a," + Base64.getEncoder().encodeToString(signature);
        }

        /// The key with which a receiver verifies signatures.
        public String publicKey() {
            return "whpk_" + Base64.getEncoder().encodeToString(pair.publicBytes());
        }
    }

    /// Any printable text; the key is the text itself.
    record Hex(Hmac hmac) implements SigningKey {

        private static final int LENGTH_MIN = 16;
        private static final int LENGTH_MAX = 256;

        static Hex parse(String secret) throws Unusable {
            boolean printable = secret.chars().allMatch(c -> c > ' ' && c < 0x7F);
            if (secret.length() < LENGTH_MIN || secret.length() > LENGTH_MAX || !printable) {
                throw new Unusable("secret must be 16 to 256 printable characters");
            }
            return new Hex(new Hmac(secret.getBytes(UTF_8)));
        }

        @Override
        public String sign(Message message) {
            var head = (message.timestamp() + ".").getBytes(US_ASCII);
            return "v1=" + HexFormat.of().formatHex(hmac.over(head, message.body()));
        }
    }

    private static byte[] head(Message message) {
        return (message.eventId() + "." + message.timestamp() + ".").getBytes(US_ASCII);
    }

    private static byte[] decoded(String secret, String prefix) throws Unusable {
        if (!secret.startsWith(prefix)) {
            throw new Unusable("secret must begin with " + prefix);
        }
        try {
            var text = secret.substring(prefix.length());
            var bytes = Base64.getDecoder().decode(text);
            // Only the canonical form: some decoders accept unpadded text, others do not.
            if (Base64.getEncoder().encodeToString(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new Unusable("secret must be " + prefix + " and padded base64");
    }
}

package dev.waybill.engine.deliver.sign;

import dev.waybill.domain.endpoint.SignatureScheme;
import java.security.SecureRandom;
import java.util.Base64;

/// Creates signing secrets.
public final class Secrets {

    private static final int BYTES = 32;

    private final SecureRandom random;

    public Secrets(SecureRandom random) {
        this.random = random;
    }

    public String next(SignatureScheme scheme) {
        return switch (scheme) {
            // A secret of one scheme is a valid text for the other.
            case STANDARD, HEX -> SigningKey.Standard.PREFIX + base64(bytes());
            case STANDARD_ED25519 ->
                    SigningKey.Asymmetric.PREFIX + base64(Ed25519.generate(random));
        };
    }

    private byte[] bytes() {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}

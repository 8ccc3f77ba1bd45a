package dev.waybill.deliver;

import java.util.Base64;
import java.util.random.RandomGenerator;

/// Makes signing secrets: `whsec_` and 32 random bytes.
public final class Secrets {

    private static final int BYTES = 32;

    private final RandomGenerator random;

    /// Draws from the given source.
    ///
    /// @param random a source that cannot be guessed
    public Secrets(RandomGenerator random) {
        this.random = random;
    }

    public String next() {
        var bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Signer.SECRET_PREFIX + Base64.getEncoder().encodeToString(bytes);
    }
}

package dev.waybill.feature.users;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Passwords as they are stored: PBKDF2 with HMAC-SHA-512. The text contains the parameters, so
/// that a later version can raise them and still verify old hashes.
final class PasswordHash {

    /// The recommendation of OWASP for this function (2023): a fifth of a second of a core.
    static final int ITERATIONS = 210_000;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final String SCHEME = "pbkdf2-sha512";

    private static final Pattern FORM =
            Pattern.compile(SCHEME + "\\$([0-9]{1,9})\\$([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+)");

    private PasswordHash() {}

    static String of(String password, RandomGenerator random) {
        return of(password, ITERATIONS, random);
    }

    static String of(String password, int iterations, RandomGenerator random) {
        var salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        var base64 = Base64.getEncoder();
        return SCHEME
                + "$"
                + iterations
                + "$"
                + base64.encodeToString(salt)
                + "$"
                + base64.encodeToString(derive(password, salt, iterations));
    }

    /// A hash that no password matches; checking it takes as long as any other.
    static String ofNobody(RandomGenerator random) {
        var bytes = new byte[SALT_BYTES + HASH_BYTES];
        random.nextBytes(bytes);
        var text = Base64.getEncoder().encodeToString(bytes);
        return SCHEME + "$" + ITERATIONS + "$" + text.substring(0, 24) + "$" + text.substring(24);
    }

    /// Takes as long whether it matches or not.
    static boolean matches(String password, String kept) {
        var parts = FORM.matcher(kept);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no hash of a password that is known here");
        }
        var salt = Base64.getDecoder().decode(parts.group(2));
        var derived = derive(password, salt, Integer.parseInt(parts.group(1)));
        return MessageDigest.isEqual(derived, Base64.getDecoder().decode(parts.group(3)));
    }

    /// Whether it was made with the current parameters.
    static boolean isCurrent(String kept) {
        return kept.startsWith(SCHEME + "$" + ITERATIONS + "$");
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        // The same letters may be entered in several ways; another keyboard must not lock a
        // user out.
        var typed = Normalizer.normalize(password, Normalizer.Form.NFKC);
        return Pbkdf2.derive(typed, salt, iterations, HASH_BYTES);
    }

    /// Checked before anything is computed from it.
    static int bytes(String password) {
        return password.getBytes(UTF_8).length;
    }
}

package dev.waybill.feature.users;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// PBKDF2 with HMAC-SHA-512 (RFC 8018), in slices with pauses between them.
///
/// The JDK's own function computes for a quarter of a second without a pause. On a machine with two
/// cores, a thread that wakes up meanwhile can wait for the end of the scheduler's time slice,
/// milliseconds at each step of a delivery. A lower priority does not prevent that: the scheduler
/// compares priorities only within a group of processes, and PostgreSQL is in another.
final class Pbkdf2 {

    /// As many as SHA-512 has: one block of output.
    static final int BYTES_MAX = 64;

    /// Half a millisecond.
    private static final int ITERATIONS_PER_SLICE = 500;

    /// At most half a core is used.
    private static final Duration PAUSE = Duration.ofNanos(500_000);

    private static final String ALGORITHM = "HmacSHA512";
    private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};

    private Pbkdf2() {}

    /// The key of a password, in at most [#BYTES_MAX] bytes.
    static byte[] derive(String password, byte[] salt, int iterations, int bytes) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key(password));
            mac.update(salt);
            var step = mac.doFinal(FIRST_BLOCK);
            var result = step.clone();
            for (int i = 1; i < iterations; i++) {
                mac.update(step);
                mac.doFinal(step, 0);
                for (int j = 0; j < result.length; j++) {
                    result[j] ^= step[j];
                }
                if (i % ITERATIONS_PER_SLICE == 0) {
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
            return Arrays.copyOf(result, bytes);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + ALGORITHM, e);
        }
    }

    /// An empty key, which the JDK refuses, is the same as one of zeros: HMAC pads it with them.
    private static SecretKeySpec key(String password) {
        var bytes = password.isEmpty() ? new byte[1] : password.getBytes(UTF_8);
        return new SecretKeySpec(bytes, ALGORITHM);
    }
}

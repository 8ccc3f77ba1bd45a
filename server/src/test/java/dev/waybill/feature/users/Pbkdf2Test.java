package dev.waybill.feature.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Pbkdf2Test {

    private static final byte[] SALT = {1, 2, 3, 4, 5, 6, 7, 8};

    /// The JDK's function is the reference.
    @ParameterizedTest
    @CsvSource({
        "'', 1, 32",
        "'', 1203, 64",
        "correct horse battery, 1, 64",
        "correct horse battery, 2, 32",
        "correct horse battery, 500, 32",
        "correct horse battery, 501, 32",
        "pässwörd €, 1001, 16"
    })
    void theSameAsTheJdk(String password, int iterations, int bytes) throws Exception {
        assertThat(Pbkdf2.derive(password, SALT, iterations, bytes))
                .isEqualTo(jdk(password, iterations, bytes));
    }

    private static byte[] jdk(String password, int iterations, int bytes)
            throws GeneralSecurityException {
        var spec = new PBEKeySpec(password.toCharArray(), SALT, iterations, 8 * bytes);
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                .generateSecret(spec)
                .getEncoded();
    }
}

package dev.waybill.engine.deliver.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import dev.waybill.domain.endpoint.SignatureScheme;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Vectors that others computed.
class SigningKeyTest {

    private static final String FIRST_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String FIRST_ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final SigningKey.Message FIRST =
            message(FIRST_ID, 1_614_265_330, "{\"test\": 2432232314}");
    private static final String PAIR =
            "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dR"
                    + "qSKJp4AJ6p9lMicMFs6Kvg==";

    @Test
    void standard() throws SigningKey.Unusable {
        var second =
                message(
                        "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
                        1_649_367_553,
                        "{\"email\":\"test@example.com\",\"username\":\"test_user\"}");

        assertThat(key(SignatureScheme.STANDARD, FIRST_SECRET).sign(FIRST))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assertThat(
                        key(SignatureScheme.STANDARD, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
                                .sign(second))
                .isEqualTo("v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void anIndependentSignerAgrees(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var secret = new Secrets(new SecureRandom()).next(SignatureScheme.STANDARD);
        var body = "{\"text\":\"é\",\"n\":" + random.nextLong() + "}";
        long timestamp = random.nextLong(1, 4_000_000_000L);

        var ours =
                key(SignatureScheme.STANDARD, secret)
                        .sign(new SigningKey.Message("evt_1", timestamp, body.getBytes(UTF_8)));

        assertThat(ours).isEqualTo(new Webhook(secret).sign("evt_1", timestamp, body));
    }

    @ParameterizedTest
    @EnumSource(SignatureScheme.class)
    void aNewSecretIsGoodForItsScheme(SignatureScheme scheme) throws SigningKey.Unusable {
        var secrets = new Secrets(new SecureRandom());
        var secret = secrets.next(scheme);

        assertThat(secret).isNotEqualTo(secrets.next(scheme));
        assertThat(key(scheme, secret).sign(FIRST)).isEqualTo(key(scheme, secret).sign(FIRST));
    }

    @ParameterizedTest
    @EnumSource(SignatureScheme.class)
    void timeAndBodyAreSigned(SignatureScheme scheme) throws SigningKey.Unusable {
        var key = key(scheme, new Secrets(new SecureRandom()).next(scheme));
        var signature = key.sign(message("evt_1", 1, "{}"));

        assertThat(key.sign(message("evt_1", 2, "{}"))).isNotEqualTo(signature);
        assertThat(key.sign(message("evt_1", 1, "{} "))).isNotEqualTo(signature);
    }

    @Test
    void asymmetricWithASharedOneBesideIt() throws SigningKey.Unusable {
        var key = (SigningKey.Asymmetric) key(SignatureScheme.STANDARD_ED25519, PAIR);
        var shared = "whsec_" + PAIR.substring("whsk_".length());

        assertThat(key.sign(FIRST))
                .isEqualTo(
                        key(SignatureScheme.STANDARD, shared).sign(FIRST)
                                + " v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5B"
                                + "dqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==");
        assertThat(key.publicKey()).isEqualTo("whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=");
    }

    @Test
    void hex() throws SigningKey.Unusable {
        assertThat(key(SignatureScheme.HEX, FIRST_SECRET).sign(FIRST))
                .isEqualTo("v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964");
    }

    @Test
    void aNewPairCanBeReadAgain() throws SigningKey.Unusable {
        var random = new SecureRandom();
        for (int i = 0; i < 50; i++) {
            var text = "whsk_" + Base64.getEncoder().encodeToString(Ed25519.generate(random));

            assertThat(key(SignatureScheme.STANDARD_ED25519, text).sign(FIRST)).contains(" v1a,");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STANDARD, ''",
        "STANDARD, MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "STANDARD, whsec_",
        "STANDARD, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
        "STANDARD, whsec_!!!!",
        "STANDARD, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAA",
        "STANDARD_ED25519, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "STANDARD_ED25519, whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "HEX, short",
        "HEX, with a blank in it",
    })
    void secretsThatAreNone(SignatureScheme scheme, String secret) {
        assertThatThrownBy(() -> key(scheme, secret)).isInstanceOf(SigningKey.Unusable.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 32, 63})
    void halvesThatDoNotBelongTogether(int changed) {
        var bytes = Base64.getDecoder().decode(PAIR.substring("whsk_".length()));
        bytes[changed] ^= 4;
        var text = "whsk_" + Base64.getEncoder().encodeToString(bytes);

        assertThatThrownBy(() -> key(SignatureScheme.STANDARD_ED25519, text))
                .isInstanceOf(SigningKey.Unusable.class);
    }

    private static SigningKey key(SignatureScheme scheme, String secret)
            throws SigningKey.Unusable {
        return SigningKey.parse(scheme, secret);
    }

    private static SigningKey.Message message(String id, long timestamp, String body) {
        return new SigningKey.Message(id, timestamp, body.getBytes(US_ASCII));
    }
}

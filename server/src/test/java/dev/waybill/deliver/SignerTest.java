package dev.waybill.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SignerTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /// The published vectors, computed by others.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                """
                whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | msg_p5jXN8AQM9LWM0D4loKWxJek \
                | 1614265330 | {"test": 2432232314} \
                | v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=\
                """,
                """
                whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD | msg_27UH4WbU6Z5A5EzD8u03UvzRbpk \
                | 1649367553 | {"email":"test@example.com","username":"test_user"} \
                | v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=\
                """,
            })
    void thePublishedVectorsComeOut(
            String secret, String id, long timestamp, String body, String signature) {
        assertThat(Signer.sign(secret, id, timestamp, body.getBytes(UTF_8))).isEqualTo(signature);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.waybill.testing.Seeds#many")
    void anIndependentSignerAgrees(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var secret = new Secrets(random).next();
        var body = "{\"text\":\"é\",\"n\":" + random.nextLong() + "}";
        long timestamp = random.nextLong(1, 4_000_000_000L);

        var ours = Signer.sign(secret, "evt_1", timestamp, body.getBytes(UTF_8));

        assertThat(ours).isEqualTo(new Webhook(secret).sign("evt_1", timestamp, body));
    }

    @Test
    void anIndependentVerifierAcceptsIt() throws Exception {
        var body = "{\"a\":1.0}";

        new Webhook(SECRET).verify(body, headers(body));
    }

    @Test
    void anIndependentVerifierRefusesAnotherBody() throws Exception {
        var headers = headers("{\"a\":1.0}");
        var verifier = new Webhook(SECRET);

        assertThatThrownBy(() -> verifier.verify("{\"a\":1}", headers))
                .isInstanceOf(WebhookVerificationException.class);
    }

    private static Map<String, List<String>> headers(String body) {
        // The verifier looks at the system's clock, and knows no other.
        long now = InstantSource.system().instant().getEpochSecond();
        return Map.of(
                "webhook-id", List.of("evt_1"),
                "webhook-timestamp", List.of(Long.toString(now)),
                "webhook-signature",
                        List.of(Signer.sign(SECRET, "evt_1", now, body.getBytes(UTF_8))));
    }

    @Test
    void everyPartIsSigned() {
        var body = "{}".getBytes(UTF_8);
        var signature = Signer.sign(SECRET, "evt_1", 1, body);

        assertThat(Signer.sign(SECRET, "evt_2", 1, body)).isNotEqualTo(signature);
        assertThat(Signer.sign(SECRET, "evt_1", 2, body)).isNotEqualTo(signature);
        assertThat(Signer.sign(SECRET, "evt_1", 1, "{} ".getBytes(UTF_8))).isNotEqualTo(signature);
    }

    @Test
    void aNewSecretHasThirtyTwoRandomBytes() {
        var secrets = new Secrets(new SplittableRandom(1));
        var secret = secrets.next();

        assertThat(secret).startsWith("whsec_").isNotEqualTo(secrets.next());
        assertThat(Base64.getDecoder().decode(secret.substring("whsec_".length()))).hasSize(32);
    }
}

package dev.waybill.client;

import static dev.waybill.client.InvalidWebhookException.Reason.HEADER_MISSING;
import static dev.waybill.client.InvalidWebhookException.Reason.NOT_AN_EVENT;
import static dev.waybill.client.InvalidWebhookException.Reason.SIGNATURE_MISMATCH;
import static dev.waybill.client.InvalidWebhookException.Reason.TIMESTAMP_UNREADABLE;
import static dev.waybill.client.InvalidWebhookException.Reason.TOO_NEW;
import static dev.waybill.client.InvalidWebhookException.Reason.TOO_OLD;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.client.InvalidWebhookException.Reason;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// With vectors that others computed, the same as in the tests of the service's signer.
class WebhookVerifierTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final String PUBLIC = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
    private static final String PAIR =
            "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dR"
                    + "qSKJp4AJ6p9lMicMFs6Kvg==";
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final long TIME = 1_614_265_330;
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);
    private static final String V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final String V1A =
            "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZ"
                    + "dpXwVLPo3mNl8EM+m7TBAg==";
    private static final String HEX =
            "v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964";

    private final Map<String, String> headers = new HashMap<>();
    private long now = TIME;

    @Test
    void standard() throws InvalidWebhookException {
        standardHeaders(V1);

        var webhook = verifier(SECRET).verify(headers::get, BODY);

        assertThat(webhook.body()).isEqualTo(BODY);
        assertThat(webhook.sentAt()).isEqualTo(Instant.ofEpochSecond(TIME));
    }

    @Test
    void standardAgain() throws InvalidWebhookException {
        headers.put("webhook-id", "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk");
        headers.put("webhook-timestamp", "1649367553");
        headers.put("webhook-signature", "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=");
        now = 1_649_367_553;
        var body = "{\"email\":\"test@example.com\",\"username\":\"test_user\"}".getBytes(UTF_8);

        assertThat(verifier(OTHER_SECRET).verify(headers::get, body)).isNotNull();
    }

    @Test
    void ed25519() throws InvalidWebhookException {
        standardHeaders(V1A);

        assertThat(verifier(PUBLIC).verify(headers::get, BODY)).isNotNull();
        assertThat(verifier(PAIR).verify(headers::get, BODY)).isNotNull();
    }

    @Test
    void hex() throws InvalidWebhookException {
        hexHeaders(HEX);

        assertThat(verifier(SECRET).verify(headers::get, BODY)).isNotNull();
        assertThat(verifier("a secret of another form", SECRET).verify(headers::get, BODY))
                .isNotNull();
    }

    @Test
    void anyEntryAndAnySecretMayMatch() throws InvalidWebhookException {
        standardHeaders("v1,AAAA v2,x " + V1);
        assertThat(verifier(PUBLIC, OTHER_SECRET, SECRET).verify(headers::get, BODY)).isNotNull();

        headers.clear();
        hexHeaders("v1=00," + HEX);
        assertThat(verifier(OTHER_SECRET, SECRET).verify(headers::get, BODY)).isNotNull();
    }

    @Test
    void duringARotationOfTheSchemeEitherSignatureCounts() throws InvalidWebhookException {
        standardHeaders(V1A);
        hexHeaders(HEX);

        assertThat(verifier(PUBLIC).verify(headers::get, BODY)).isNotNull();
        assertThat(verifier(SECRET).verify(headers::get, BODY)).isNotNull();
    }

    /// Everybody knows the public key, and could key an HMAC with it.
    @Test
    void aPublicKeyVerifiesNothingButEd25519() throws GeneralSecurityException {
        var forged = hmac(PUBLIC.getBytes(UTF_8), TIME + "." + new String(BODY, UTF_8));
        hexHeaders("v1=" + HexFormat.of().formatHex(forged));

        assertThat(reason(PUBLIC)).isEqualTo(SIGNATURE_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
    void aMissingHeader(String name) {
        standardHeaders(V1);
        headers.remove(name);

        var failure = failure(BODY, SECRET);

        assertThat(failure.reason()).isEqualTo(HEADER_MISSING);
        assertThat(failure).hasMessage("the request has no header " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "1614265330.5", "-1614265330", " 1614265330", "١٦١٤٢٦٥٣٣٠"})
    void aTimestampThatIsNoNumber(String stamp) {
        standardHeaders(V1);
        headers.put("webhook-timestamp", stamp);

        assertThat(reason(SECRET)).isEqualTo(TIMESTAMP_UNREADABLE);
    }

    @Test
    void timestampsAreTakenForFiveMinutesInBothDirections() throws InvalidWebhookException {
        standardHeaders(V1);
        for (long difference : new long[] {-300, 300}) {
            now = TIME + difference;
            assertThat(verifier(SECRET).verify(headers::get, BODY)).isNotNull();
        }

        now = TIME + 301;
        assertThat(failure(BODY, SECRET))
                .hasMessageContaining("301 s ago")
                .extracting(InvalidWebhookException::reason)
                .isEqualTo(TOO_OLD);
        now = TIME - 301;
        assertThat(failure(BODY, SECRET))
                .hasMessageContaining("301 s in the future")
                .extracting(InvalidWebhookException::reason)
                .isEqualTo(TOO_NEW);
    }

    @Test
    void theToleranceCanBeSet() throws InvalidWebhookException {
        standardHeaders(V1);
        now = TIME + 3600;

        assertThat(verifier(SECRET).withTolerance(Duration.ofHours(1)).verify(headers::get, BODY))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1,",
                "v1",
                "v1a,",
                "v1a,AAAA",
                "v1a,****",
                "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ",
                "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=",
                "V1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            })
    void aSignatureThatIsNone(String signature) {
        standardHeaders(signature);

        assertThat(reason(SECRET, PUBLIC)).isEqualTo(SIGNATURE_MISMATCH);
    }

    @Test
    void manyEntriesAreNotTried() {
        standardHeaders("v1a,AAAA ".repeat(16) + V1);

        assertThat(reason(SECRET)).isEqualTo(SIGNATURE_MISMATCH);
    }

    @Test
    void theIdTheTimeAndEveryByteAreSigned() {
        standardHeaders(V1 + " " + V1A);

        assertThat(failure("{\"test\":2432232314}".getBytes(UTF_8), SECRET, PUBLIC))
                .hasMessageContaining("parsed")
                .hasMessageNotContaining("whsec");
        headers.put("webhook-timestamp", Long.toString(TIME + 1));
        assertThat(reason(SECRET, PUBLIC)).isEqualTo(SIGNATURE_MISMATCH);
        standardHeaders(V1 + " " + V1A);
        headers.put("webhook-id", "msg_other");
        assertThat(reason(SECRET, PUBLIC)).isEqualTo(SIGNATURE_MISMATCH);
        assertThat(reason(OTHER_SECRET)).isEqualTo(SIGNATURE_MISMATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "whpk_", "whpk_AAAA", "whpk_!", "whsk_AAAA"})
    void secretsThatAreNone(String secret) {
        assertThatIllegalArgumentException().isThrownBy(() -> WebhookVerifier.of(secret));
    }

    @Test
    void aSignedBodyMayStillBeNoEvent() throws InvalidWebhookException {
        standardHeaders(V1);
        var webhook = verifier(SECRET).verify(headers::get, BODY);

        assertThat(catchThrowableOfType(InvalidWebhookException.class, webhook::event).reason())
                .isEqualTo(NOT_AN_EVENT);
    }

    private Reason reason(String... secrets) {
        return failure(BODY, secrets).reason();
    }

    private InvalidWebhookException failure(byte[] body, String... secrets) {
        return catchThrowableOfType(
                InvalidWebhookException.class, () -> verifier(secrets).verify(headers::get, body));
    }

    private WebhookVerifier verifier(String... secrets) {
        return WebhookVerifier.of(secrets).withClock(() -> Instant.ofEpochSecond(now));
    }

    private void standardHeaders(String signature) {
        headers.put("webhook-id", ID);
        headers.put("webhook-timestamp", Long.toString(TIME));
        headers.put("webhook-signature", signature);
    }

    private void hexHeaders(String signature) {
        headers.put("x-webhook-id", "dlv_1");
        headers.put("x-webhook-timestamp", Long.toString(TIME));
        headers.put("x-webhook-signature", signature);
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(UTF_8));
    }
}

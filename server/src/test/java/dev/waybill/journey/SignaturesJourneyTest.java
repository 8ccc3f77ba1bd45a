package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.waybill.journey.Receiver.Received;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// A customer verifies what arrives, by code that is not ours, while schemes and secrets change.
class SignaturesJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints";

    /// The prefix of the 32 bytes of an Ed25519 key in X.509 (RFC 8410).
    private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    @Test
    void anEd25519SignatureVerifiesWithThePublicKey() throws Exception {
        var endpoint = create("/ed25519", "sig.ed", "\"signature\":\"standard-ed25519\"");
        api.publish("sig.ed");

        var request = receiver.at("/ed25519").next();

        var read = api.get(PATH + "/" + text(endpoint, "id")).expect(200).json();
        assertThat(text(read, "public_key")).startsWith("whpk_");
        assertThat(read.has("secret")).isFalse();
        assertThat(verifiesEd25519(text(read, "public_key"), request)).isTrue();
        var shared = "whsec_" + text(endpoint, "secret").substring("whsk_".length());
        assertVerifies(shared, request);
    }

    @Test
    void aHexSignatureVerifiesByItsOwnHeaders() throws Exception {
        var endpoint =
                create(
                        "/hex",
                        "sig.hex",
                        "\"signature\":\"hex\",\"secret\":\"a-secret-of-our-own-7\"");
        assertThat(text(endpoint, "secret")).isEqualTo("a-secret-of-our-own-7");
        var eventId = api.publish("sig.hex");

        var request = receiver.at("/hex").next();

        assertThat(request.header("x-webhook-signature"))
                .isEqualTo("v1=" + hex("a-secret-of-our-own-7", request));
        assertThat(request.header("x-webhook-id")).isEqualTo(request.header("waybill-delivery"));
        assertThat(request.headers()).doesNotContainKey("webhook-signature");
        assertThat(request.header("webhook-id")).isEqualTo(eventId);
        var shown = api.awaitDelivery(eventId, "delivered").get("request").get("headers");
        assertThat(text(shown, "x-webhook-signature"))
                .isEqualTo(request.header("x-webhook-signature"));
        assertThat(shown.has("webhook-signature")).isFalse();
    }

    @Test
    void aRotationOverlapsAndThenEnds() throws Exception {
        var endpoint = create("/rotated", "sig.rotated", "\"description\":\"\"");
        var path = PATH + "/" + text(endpoint, "id");
        var old = text(endpoint, "secret");

        var rotated = api.post(path + "/rotate_secret", "").expect(200).json();
        api.publish("sig.rotated");

        var during = receiver.at("/rotated").next();
        var current = text(rotated, "secret");
        assertThat(current).isNotEqualTo(old);
        assertThat(text(rotated, "previous_secret")).isEqualTo(old);
        assertVerifies(old, during);
        assertVerifies(current, during);
        assertThat(api.get(path).json().has("previous_secret")).isFalse();
        assertThat(text(api.get(path).json(), "previous_secret_until")).isNotEmpty();

        var own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        api.post(path + "/rotate_secret", "{\"overlap_seconds\":0,\"secret\":\"" + own + "\"}")
                .expect(200);
        // The process that changed it acts on it at its next look at the routes.
        var after = untilSignedWithout(current);
        assertVerifies(own, after);
        assertThatThrownBy(() -> verify(old, after))
                .isInstanceOf(WebhookVerificationException.class);
    }

    private static Received untilSignedWithout(String secret) throws Exception {
        while (true) {
            api.publish("sig.rotated");
            var request = receiver.at("/rotated").next();
            try {
                verify(secret, request);
            } catch (WebhookVerificationException e) {
                return request;
            }
        }
    }

    @Test
    void theSchemeIsChangedWithTheSecretAndBothAreSentMeanwhile() throws Exception {
        var endpoint = create("/moved", "sig.moved", "\"description\":\"\"");
        var path = PATH + "/" + text(endpoint, "id");

        var moved = api.post(path + "/rotate_secret", "{\"signature\":\"hex\"}").expect(200).json();
        api.publish("sig.moved");

        var request = receiver.at("/moved").next();
        assertThat(text(moved, "signature")).isEqualTo("hex");
        assertThat(request.header("x-webhook-signature"))
                .isEqualTo("v1=" + hex(text(moved, "secret"), request));
        assertVerifies(text(endpoint, "secret"), request);
    }

    @Test
    void theSecretIsRevealedOnRequest() {
        var endpoint = create("/revealed", "sig.revealed", "\"description\":\"\"");

        var revealed =
                api.post(PATH + "/" + text(endpoint, "id") + "/reveal_secret", "")
                        .expect(200)
                        .json();

        assertThat(text(revealed, "secret")).isEqualTo(text(endpoint, "secret"));
        assertThat(revealed.has("previous_secret")).isFalse();
        api.inTestMode().post(PATH + "/" + text(endpoint, "id") + "/reveal_secret", "").expect(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"signature\":\"md5\"} | /signature | standard, standard-ed25519",
                "{\"secret\":\"whsec_AAAA\"} | /secret | 24 to 64 bytes",
                "{\"secret\":\"short\"} | /secret | begin with whsec_",
                "{\"signature\":\"hex\",\"secret\":\"short\"} | /secret | 16 to 256",
                "{\"signature\":\"standard-ed25519\",\"secret\":\"whsk_AAAA\"} | /secret | Ed25519",
                "{\"overlap_seconds\":604801} | /overlap_seconds | 0 to 604800",
                "{\"overlap\":1} | /overlap | overlap_seconds",
            })
    void aBadRotationIsRefusedPrecisely(String body, String field, String hint) {
        var endpoint = create("/refused", "sig.refused", "\"description\":\"\"");

        var problem =
                api.post(PATH + "/" + text(endpoint, "id") + "/rotate_secret", body)
                        .expect(422)
                        .json();

        assertThat(text(problem, "field")).isEqualTo(field);
        assertThat(text(problem, "detail")).contains(hint);
    }

    @Test
    void headersOfTheOwnersOwnAreSentAndNeverShown() {
        var endpoint =
                create(
                        "/own",
                        "sig.own",
                        "\"headers\":{\"Authorization\":\"Bearer hunter2\","
                                + "\"X-Team\":\"b\\u00e9\"}");
        var path = PATH + "/" + text(endpoint, "id");
        var eventId = api.publish("sig.own");

        var request = receiver.at("/own").next();

        assertThat(request.header("authorization")).isEqualTo("Bearer hunter2");
        assertThat(endpoint.get("headers").toString())
                .isEqualTo("{\"Authorization\":\"***\",\"X-Team\":\"***\"}");
        var delivery = api.awaitDelivery(eventId, "delivered");
        assertThat(text(delivery.get("request").get("headers"), "Authorization")).isEqualTo("***");
        assertThat(api.get(path).text() + delivery + endpoint).doesNotContain("hunter2");

        // A client may send back the values that it has read; one more is added, one is left
        // out.
        api.patch(path, "{\"headers\":{\"Authorization\":\"***\",\"X-New\":\"1\"}}").expect(200);
        var changed = untilHeader("x-new");
        assertThat(changed.header("authorization")).isEqualTo("Bearer hunter2");
        assertThat(changed.headers()).doesNotContainKey("x-team");
        assertThat(api.patch(path, "{\"headers\":null}").expect(200).json().get("headers"))
                .isEmpty();
    }

    private static Received untilHeader(String name) {
        while (true) {
            api.publish("sig.own");
            var request = receiver.at("/own").next();
            if (request.headers().containsKey(name)) {
                return request;
            }
        }
    }

    private static JsonNode create(String path, String type, String fields) {
        var body =
                "{\"url\":\"%s\",\"event_types\":[\"%s\"],%s}"
                        .formatted(receiver.at(path).url(), type, fields);
        return api.post(PATH, body).expect(201).json();
    }

    private static void assertVerifies(String secret, Received request) {
        assertThatCode(() -> verify(secret, request)).doesNotThrowAnyException();
    }

    private static void verify(String secret, Received request) throws Exception {
        new Webhook(secret)
                .verify(
                        request.text(),
                        Map.of(
                                "webhook-id", List.of(request.header("webhook-id")),
                                "webhook-timestamp", List.of(request.header("webhook-timestamp")),
                                "webhook-signature", List.of(request.header("webhook-signature"))));
    }

    private static boolean verifiesEd25519(String publicKey, Received request)
            throws GeneralSecurityException {
        var bytes = Base64.getDecoder().decode(publicKey.substring("whpk_".length()));
        var encoded = HexFormat.of().formatHex(X509_HEAD) + HexFormat.of().formatHex(bytes);
        var key =
                KeyFactory.getInstance("Ed25519")
                        .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(encoded)));
        for (var entry : request.header("webhook-signature").split(" ", -1)) {
            if (entry.startsWith("v1a,")) {
                var signature = Signature.getInstance("Ed25519");
                signature.initVerify(key);
                signature.update(
                        (request.header("webhook-id")
                                        + "."
                                        + request.header("webhook-timestamp")
                                        + ".")
                                .getBytes(UTF_8));
                signature.update(request.body());
                return signature.verify(Base64.getDecoder().decode(entry.substring(4)));
            }
        }
        return false;
    }

    private static String hex(String secret, Received request) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        mac.update((request.header("x-webhook-timestamp") + ".").getBytes(UTF_8));
        return HexFormat.of().formatHex(mac.doFinal(request.body()));
    }
}

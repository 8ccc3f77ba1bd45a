package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import dev.waybill.journey.Receiver.Received;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A newcomer starts the service with nothing configured, and minutes later a signed event arrives.
class FirstDeliveryJourneyTest {

    private static ServiceProcess service;
    private static Receiver receiver;
    private static ApiClient api;

    @BeforeAll
    static void startOnAnEmptyFolder() throws IOException {
        receiver = Receiver.start();
        var folder = Postgres.emptied("first-start");
        service =
                ServiceProcess.launch(
                        Map.of(), "serve", "--dev", "--port=0", "--data=" + folder.resolve("data"));
        var address = service.address();
        api = new ApiClient(address, adminKey());
    }

    @AfterAll
    static void stop() {
        api.close();
        service.close();
        receiver.close();
    }

    private static String adminKey() {
        return service.output().stream()
                .filter(line -> line.startsWith("admin key"))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theReadyLineIsTheLastAndNamesThePort() {
        assertThat(service.output().getLast()).matches("waybill ready on http://\\S+:[1-9]\\d*");
    }

    @Test
    void theFirstAdminKeyIsPrintedOnce() {
        assertThat(service.output().stream().filter(line -> line.contains(adminKey()))).hasSize(1);
        assertThat(adminKey()).matches("wb_live_[0-9a-f]{72}");
    }

    @Test
    void anEventArrivesWithASignatureThatTwoStrangersAccept() throws Exception {
        var inbox = receiver.at("/signed");
        var endpoint = api.createEndpoint(inbox.url(), "first.signed");
        var secret = text(endpoint, "secret");

        api.publish("first.signed");

        var request = inbox.next();
        assertThatCode(() -> new Webhook(secret).verify(request.text(), standardHeaders(request)))
                .doesNotThrowAnyException();
        assertThat(request.header("webhook-signature")).isEqualTo("v1," + hmac(secret, request));
    }

    @Test
    void theRequestCarriesExactlyTheHeadersOfTheContract() {
        var inbox = receiver.at("/headers");
        api.createEndpoint(inbox.url(), "first.headers");
        var before = Instant.now();

        var eventId = api.publish("first.headers");

        var request = inbox.next();
        assertThat(request.headers().keySet())
                .containsExactlyInAnyOrder(
                        "host",
                        "content-length",
                        "content-type",
                        "user-agent",
                        "webhook-id",
                        "webhook-timestamp",
                        "webhook-signature",
                        "waybill-delivery",
                        "waybill-attempt");
        assertThat(request.header("content-type")).isEqualTo("application/json");
        assertThat(request.header("user-agent")).matches("Waybill/\\S+");
        assertThat(request.header("webhook-id")).isEqualTo(eventId).matches("evt_[0-9a-z]{26}");
        assertThat(request.header("waybill-delivery")).matches("dlv_[0-9a-z]{26}");
        assertThat(request.header("waybill-attempt")).isEqualTo("1");
        assertThat(Long.parseLong(request.header("webhook-timestamp")))
                .isBetween(before.getEpochSecond() - 2, Instant.now().getEpochSecond() + 2);
    }

    @Test
    void expiryTraceAndOrderTravelWithTheEvent() {
        var inbox = receiver.at("/extras");
        api.createEndpoint(inbox.url(), "first.extras");
        var trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

        var published =
                api.send(
                                api.request("/v1/events")
                                        .header("Content-Type", "application/json")
                                        .header("traceparent", trace)
                                        .POST(
                                                java.net.http.HttpRequest.BodyPublishers.ofString(
                                                        """
                                                        {"type":"first.extras","data":[1],\
                                                        "ttl_seconds":3600,"ordering_key":"a\\"b"}\
                                                        """)))
                        .expect(202)
                        .json();

        var request = inbox.next();
        assertThat(request.header("traceparent")).isEqualTo(trace);
        assertThat(request.header("waybill-expires-at")).isEqualTo(text(published, "expires_at"));
        assertThat(request.text())
                .isEqualTo(
                        """
                        {"id":"%s","type":"first.extras","created_at":"%s","mode":"live",\
                        "expires_at":"%s","ordering_key":"a\\"b","sequence":1,"data":[1]}\
                        """
                                .formatted(
                                        text(published, "id"),
                                        text(published, "created_at"),
                                        text(published, "expires_at")));
    }

    @Test
    void theDeliveryIsShownWithItsAttemptAndTheRequestAsSent() {
        var inbox =
                receiver.at("/shown")
                        .answers(_ -> new Receiver.Answer(201, Map.of(), "thanks, got it"));
        var endpoint = api.createEndpoint(inbox.url(), "first.shown");
        var eventId = api.publish("first.shown");
        var request = inbox.next();

        var delivery = api.awaitDelivery(eventId, "delivered");

        assertThat(text(delivery, "id")).isEqualTo(request.header("waybill-delivery"));
        assertThat(text(delivery, "endpoint_id")).isEqualTo(text(endpoint, "id"));
        assertThat(text(delivery, "event_id")).isEqualTo(eventId);
        assertThat(delivery.get("attempt_log")).hasSize(1);
        var attempt = delivery.get("attempt_log").get(0);
        assertThat(attempt.get("attempt").intValue()).isEqualTo(1);
        assertThat(attempt.get("status").intValue()).isEqualTo(201);
        assertThat(attempt.get("error").isNull()).isTrue();
        assertThat(text(attempt, "response_excerpt")).isEqualTo("thanks, got it");
        assertThat(attempt.get("response_headers").isNull()).isTrue();
        assertThat(text(delivery.get("last_response"), "body_excerpt")).isEqualTo("thanks, got it");
        assertSentAsShown(delivery.get("request"), request, inbox.url());
        assertThat(text(api.event(eventId), "status")).isEqualTo("delivered");
    }

    @Test
    void theSecretIsShownOnlyByTheAnswerToTheCreation() {
        var endpoint = api.createEndpoint(receiver.at("/secret").url(), "first.secret");
        var secret = text(endpoint, "secret");
        var path = "/v1/webhook_endpoints/" + text(endpoint, "id");

        assertThat(secret).matches("whsec_[A-Za-z0-9+/]{43}=");
        for (var answer :
                List.of(
                        api.get(path),
                        api.get("/v1/webhook_endpoints"),
                        api.patch(path, "{\"description\":\"new\"}"))) {
            assertThat(answer.expect(200).text())
                    .contains(text(endpoint, "id"))
                    .doesNotContain(secret)
                    .doesNotContain("\"secret\"");
        }
    }

    private static void assertSentAsShown(JsonNode shown, Received sent, String url) {
        assertThat(text(shown, "url")).isEqualTo(url);
        assertThat(text(shown, "body")).isEqualTo(sent.text());
        for (var header : shown.get("headers").properties()) {
            assertThat(header.getValue().stringValue()).isEqualTo(sent.header(header.getKey()));
        }
    }

    private static Map<String, List<String>> standardHeaders(Received request) {
        return Map.of(
                "webhook-id", List.of(request.header("webhook-id")),
                "webhook-timestamp", List.of(request.header("webhook-timestamp")),
                "webhook-signature", List.of(request.header("webhook-signature")));
    }

    /// Verified by the text of the standard, not by the code under test.
    private static String hmac(String secret, Received request) throws GeneralSecurityException {
        var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        var head = request.header("webhook-id") + "." + request.header("webhook-timestamp") + ".";
        mac.update(head.getBytes(UTF_8));
        return Base64.getEncoder().encodeToString(mac.doFinal(request.body()));
    }
}

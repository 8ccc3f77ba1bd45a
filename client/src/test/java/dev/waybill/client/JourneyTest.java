package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.Server;
import dev.waybill.client.PublishResult.Published;
import dev.waybill.client.PublishResult.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real service between two programs that use the SDK.
@Timeout(120)
class JourneyTest {

    private record Received(Headers headers, byte[] body) {}

    private static final BlockingQueue<Received> RECEIVED = new LinkedBlockingQueue<>();

    private static Server service;
    private static HttpServer receiver;
    private static Waybill waybill;

    @BeforeAll
    static void start() throws SQLException, IOException {
        service = RunningWaybill.start();
        waybill = Waybill.at(service.address(), RunningWaybill.ADMIN_KEY);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", JourneyTest::receive);
        receiver.start();
    }

    @AfterAll
    static void stop() {
        service.close();
        receiver.stop(0);
    }

    private static void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            RECEIVED.add(new Received(exchange.getRequestHeaders(), body));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "standard, secret",
        "standard-ed25519, public_key",
        "standard-ed25519, secret",
        "hex, secret",
    })
    void whatIsPublishedIsVerified(String scheme, String field) throws Exception {
        var type = "journey." + scheme.replace('-', '_') + "_" + field;
        var secret = endpoint(scheme, type).text(field).orElseThrow();
        var event =
                Event.of(type, "{ \"total\": 119.00, \"é\": \"\\u00e9\" }")
                        .withOrderingKey("inv \"42\" é😀")
                        .withTtl(Duration.ofHours(1));

        waybill.publish(event);

        var request = next();
        var webhook = Webhooks.verify(request.headers()::getFirst, request.body(), secret);
        var received = webhook.event();
        assertThat(received.id()).isEqualTo(event.id());
        assertThat(received.type()).isEqualTo(type);
        assertThat(received.data()).isEqualTo("{ \"total\": 119.00, \"é\": \"\\u00e9\" }");
        assertThat(received.orderingKey()).contains("inv \"42\" é😀");
        assertThat(received.sequence()).isPresent();
        assertThat(received.isExpired(Instant.now())).isFalse();
        assertThat(received.isExpired(Instant.now().plusSeconds(3_700))).isTrue();

        request.body()[20] ^= 1;
        assertThat(
                        catchThrowableOfType(
                                InvalidWebhookException.class,
                                () ->
                                        Webhooks.verify(
                                                request.headers()::getFirst,
                                                request.body(),
                                                secret)))
                .isNotNull();
    }

    @Test
    void aRepeatedPublishIsRecognized() {
        var event = Event.of("journey.repeated", "1").withTtl(Duration.ofHours(1));

        assertThat(waybill.publish(event)).isEqualTo(new Published(event.id(), false));
        assertThat(waybill.publish(event)).isEqualTo(new Published(event.id(), true));
        assertThat(waybill.publishAll(List.of(event)))
                .containsExactly(new Published(event.id(), true));
    }

    @Test
    void everyViolationIsReported() {
        var event = Event.of("not a type", "1").withId("not an id");

        var failure = catchThrowableOfType(RefusedException.class, () -> waybill.publish(event));

        assertThat(failure.problem().type()).isEqualTo("urn:waybill:problem:invalid");
        assertThat(failure.problem().errors())
                .extracting(Problem.Violation::pointer)
                .containsExactlyInAnyOrder("/id", "/type");
        assertThat(failure.problem().requestId()).isNotNull();
    }

    @Test
    void anInvalidEventDoesNotAffectTheOthersOfItsBatch() {
        var good = Event.of("journey.batch", "1");

        var results = waybill.publishAll(List.of(good, good.withId("not an id")));

        assertThat(results.getFirst()).isEqualTo(new Published(good.id(), false));
        assertThat(((Refused) results.getLast()).problem().errors().getFirst().pointer())
                .isEqualTo("/1/id");
    }

    @Test
    void aWrongKeyIsRefused() {
        var stranger = Waybill.at(service.address(), "WaybillMarker-wrong");

        var failure =
                catchThrowableOfType(
                        RefusedException.class, () -> stranger.publish(Event.of("a", "1")));

        assertThat(failure.problem().type()).isEqualTo("urn:waybill:problem:unauthenticated");
    }

    @Test
    void thousandsOfEventsArePublishedInBatches() throws Exception {
        var futures = new ArrayList<CompletableFuture<Published>>();
        try (var publisher = BatchingPublisher.start(waybill)) {
            for (int i = 0; i < 3_000; i++) {
                futures.add(publisher.submit(Event.of("journey.many", "{\"n\":" + i + "}")));
            }
            for (var future : futures) {
                assertThat(future.get(60, TimeUnit.SECONDS).repeated()).isFalse();
            }
        }
    }

    private static Json.Obj endpoint(String scheme, String type)
            throws IOException, InterruptedException {
        var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/" + type;
        return RunningWaybill.createEndpoint(service, url, scheme, type);
    }

    private static Received next() throws InterruptedException {
        var request = RECEIVED.poll(60, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came");
        }
        return request;
    }
}

package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests and responses that are large, slow or many, through the proxies as our document
/// configures them.
class ProxiedBodiesJourneyTest {

    private static final int BATCH_BYTES_MAX = 8 * 1024 * 1024;
    private static final String CLIENT = "127.0.0.7";

    @RegisterExtension static final Journey journey = Journey.behindProxies();

    /// A batch of this many bytes.
    private static String batch(String type, int bytes) {
        var events =
                IntStream.range(0, 40)
                        .mapToObj(_ ->
                                "{\"type\":\"%s\",\"data\":\"%s\"}"
                                        .formatted(type, "x".repeat(200_000)))
                        .collect(Collectors.joining(",", "[", "]"));
        return events + " ".repeat(bytes - events.length());
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxySetup.class,
            names = {"NGINX", "HAPROXY"})
    void theLargestBatchPassesAndALargerOneIsRefusedByTheService(ProxySetup setup)
            throws Exception {
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var api = proxy.api(CLIENT)) {
            var answer = api.post("/v1/events/batch", batch("large", BATCH_BYTES_MAX));
            assertThat(ApiClient.rows(answer.expect(200).json())).hasSize(40);

            var refusal = api.post("/v1/events/batch", batch("large", BATCH_BYTES_MAX + 1));
            assertThat(text(refusal.expect(413).json(), "type"))
                    .isEqualTo("urn:waybill:problem:too-large");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxySetup.class,
            names = {"NGINX", "HAPROXY", "HAPROXY_PROXY_V2"})
    void aClientMayWaitToBeToldToSendItsBody(ProxySetup setup) throws Exception {
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var http = proxy.client(CLIENT, HttpClient.Version.HTTP_1_1);
                var api = new ApiClient(http, proxy.address(), RunningService.ADMIN_KEY);
                var stranger = new ApiClient(http, proxy.address(), "nobody's")) {
            api.send(waiting(api)).expect(200);
            stranger.send(waiting(stranger)).expect(401);
            api.send(waiting(api)).expect(200);
        }
    }

    private static HttpRequest.Builder waiting(ApiClient api) {
        return api.request("/v1/events/batch")
                .header("Content-Type", "application/json")
                .expectContinue(true)
                .POST(BodyPublishers.ofString(batch("waiting", BATCH_BYTES_MAX)));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxySetup.class,
            names = {"NGINX", "HAPROXY", "HAPROXY_PROXY_V2"})
    void aLongResponseIsReadAsSlowlyAsTheClientLikes(ProxySetup setup) throws Exception {
        var type = "slow." + setup;
        var path = "/v1/events?include=data&limit=100&event_types=" + type;
        journey.api().post("/v1/events/batch", batch(type, BATCH_BYTES_MAX)).expect(200);
        journey.api().feed("event_types=" + type, 40);
        var whole = journey.api().get(path).expect(200).body();
        try (var proxy = ReverseProxy.start(setup, journey.port());
                // In HTTP/2 this client would take much more than it is asked for.
                var http = proxy.client(CLIENT, HttpClient.Version.HTTP_1_1);
                var api = proxy.api("127.0.0.8")) {
            var request = new ApiClient(http, proxy.address(), RunningService.ADMIN_KEY);
            try (var body =
                    http.send(request.request(path).build(), BodyHandlers.ofInputStream()).body()) {
                var beginning = body.readNBytes(1_000);

                // The rest waits while others are served.
                for (int i = 0; i < 3; i++) {
                    api.publish("meanwhile");
                }

                assertThat(beginning).isEqualTo(Arrays.copyOf(whole, 1_000));
                assertThat(body.readAllBytes()).hasSize(whole.length - 1_000);
            }
        }
        assertThat(whole).hasSizeGreaterThan(2_000_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = ProxySetup.class,
            names = {"NGINX", "HAPROXY"})
    void connectionsToTheServiceAreKept(ProxySetup setup) throws Exception {
        // Health checks have connections of their own, which are not counted.
        var recipe =
                setup == ProxySetup.HAPROXY
                        ? setup.recipe().with(" check inter 1s", "")
                        : setup.recipe();
        try (var cable = Cable.to(journey.port());
                var proxy = ReverseProxy.start(setup.program(), recipe, cable.port());
                var api = proxy.api(CLIENT)) {
            for (int i = 0; i < 20; i++) {
                api.publish("kept");
            }

            assertThat(cable.connections()).isEqualTo(1);
        }
    }
}

package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.ApiClient.texts;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.access.KeyHash;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The service behind proxies that end TLS and HTTP/2. Clients are at other addresses of the
/// loopback range than the proxy, which is at the only one that is trusted.
class ProxiedClientsJourneyTest {

    private static final String CLIENT = "127.0.0.7";
    private static final String OTHER_CLIENT = "127.0.0.8";
    private static final String FORGED = "192.0.2.66";

    @RegisterExtension static final Journey journey = Journey.behindProxies();

    @ParameterizedTest
    @EnumSource(ProxySetup.class)
    void eventsArePublishedDeliveredAndListed(ProxySetup setup) throws Exception {
        var inbox = journey.receiver().at("/" + setup);
        var type = "proxied." + setup;
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var api = proxy.api(CLIENT)) {
            var endpoint = api.createEndpoint(inbox.url(), type);

            var event = api.publish(type);

            assertThat(inbox.next().header("webhook-id")).isEqualTo(event);
            var delivery = api.awaitDelivery(event, "delivered");
            assertThat(texts(api.feed("event_types=" + type, 1), "id")).containsExactly(event);
            assertThat(texts(api.list("/v1/deliveries?endpoint_id=" + text(endpoint, "id")), "id"))
                    .containsExactly(text(delivery, "id"));
            var batch =
                    "{\"type\":\"%1$s\",\"data\":1}\n{\"type\":\"%1$s\",\"data\":2}"
                            .formatted(type);
            var rows = ApiClient.rows(api.postLines("/v1/events/batch", batch).expect(200).json());
            assertThat(List.of(inbox.next(), inbox.next()))
                    .extracting(request -> request.header("webhook-id"))
                    .hasSameElementsAs(texts(rows, "id"));
            assertThat(text(api.get("/v1/events/none").expect(404).json(), "type"))
                    .isEqualTo("urn:waybill:problem:not-found");
            assertThat(
                            UiClient.of(api, proxy.address())
                                    .signedIn(RunningService.ADMIN_KEY)
                                    .get("/ui/deliveries?type=" + type)
                                    .expect(200)
                                    .text())
                    .contains(text(delivery, "id"));
        }
    }

    @ParameterizedTest
    @EnumSource(ProxySetup.class)
    void clientsSpeakHttp2IfTheProxyReadsHttp(ProxySetup setup) throws Exception {
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var client = proxy.client(CLIENT, HttpClient.Version.HTTP_2);
                var api = proxy.api(CLIENT)) {
            var answer = client.send(api.request("/v1/apps").build(), BodyHandlers.discarding());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.version())
                    .isEqualTo(
                            setup.readsHttp()
                                    ? HttpClient.Version.HTTP_2
                                    : HttpClient.Version.HTTP_1_1);
        }
    }

    @ParameterizedTest
    @EnumSource(ProxySetup.class)
    void theAuditLogNamesTheClientWhateverItClaims(ProxySetup setup) throws Exception {
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var api = proxy.api(CLIENT)) {
            var app = "claims-" + setup.slug();

            api.send(claiming(api, app).header("Forwarded", "for=" + FORGED)).expect(201);

            assertThat(sources(app)).containsExactly(CLIENT);
        }
    }

    /// A request that creates an app and claims to come from elsewhere.
    private static HttpRequest.Builder claiming(ApiClient api, String app) {
        return api.request("/v1/apps")
                .header("Content-Type", "application/json")
                .header("X-Forwarded-For", FORGED)
                .header("X-Real-IP", FORGED)
                .POST(BodyPublishers.ofString("{\"uid\":\"%s\"}".formatted(app)));
    }

    /// The addresses from which something was done with an app.
    private static List<String> sources(String app) {
        return texts(journey.api().list("/v1/audit_log?app=" + app), "source");
    }

    /// Connections to the service are used for requests of several clients.
    @ParameterizedTest
    @EnumSource(ProxySetup.class)
    void requestsOfSeveralClientsAreNotMixedUp(ProxySetup setup) throws Exception {
        var addresses = List.of("127.0.0.21", "127.0.0.22", "127.0.0.23", "127.0.0.24");
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var clients = new ArrayList<Callable<Void>>();
            for (var address : addresses) {
                clients.add(() -> {
                    try (var api = proxy.api(address)) {
                        for (int i = 0; i < 5; i++) {
                            api.createApp(app(setup, address, i));
                        }
                    }
                    return null;
                });
            }
            for (var client : threads.invokeAll(clients)) {
                client.get();
            }
        }
        for (var address : addresses) {
            for (int i = 0; i < 5; i++) {
                assertThat(sources(app(setup, address, i))).containsExactly(address);
            }
        }
    }

    private static String app(ProxySetup setup, String address, int number) {
        return "mixed-%s-%s-%d".formatted(setup.slug(), address.replace('.', '-'), number);
    }

    @ParameterizedTest
    @EnumSource(ProxySetup.class)
    void failedSignInsMakeTheirClientWaitAndNoOther(ProxySetup setup) throws Exception {
        failOften(CLIENT);
        try (var proxy = ReverseProxy.start(setup, journey.port());
                var guesser = proxy.api(CLIENT);
                var other = proxy.api(OTHER_CLIENT)) {
            var name = "user-" + setup.slug();

            signIn(proxy, guesser, name).expect(429);
            signIn(proxy, other, name).expect(401);
        }
    }

    private static ApiClient.Answer signIn(ReverseProxy proxy, ApiClient http, String name) {
        return UiClient.of(http, proxy.address())
                .post("/ui/login", "name", name, "password", "WaybillMarker wrong");
    }

    /// Simulates many wrong passwords from this address. Real ones would take a minute of processor
    /// time, and the wait would be over on a busy machine: here it lasts until tomorrow.
    private static void failOften(String address) throws SQLException {
        try (var connection = journey.connection();
                var insert =
                        connection.prepareStatement(
                                """
                                INSERT INTO sign_in_failure (subject, failures, last_at)
                                VALUES (?, 30, now() + interval '1 day')
                                    ON CONFLICT (subject) DO NOTHING
                                """)) {
            insert.setBytes(1, KeyHash.of("source " + address).bytes());
            insert.executeUpdate();
        }
    }

    /// Without a proxy, from an address that is not trusted.
    @Test
    void anUntrustedPeerIsTheClientWhateverItClaims() {
        try (var http =
                        HttpClient.newBuilder()
                                .version(HttpClient.Version.HTTP_1_1)
                                .localAddress(InetAddress.ofLiteral(CLIENT))
                                .build();
                var api = new ApiClient(http, journey.address(), RunningService.ADMIN_KEY)) {
            api.send(claiming(api, "untrusted")).expect(201);
        }

        assertThat(sources("untrusted")).containsExactly(CLIENT);
    }

    @Test
    void anUntrustedPeerCannotUseTheProxyProtocol() throws IOException {
        try (var socket = new Socket()) {
            socket.bind(new InetSocketAddress(CLIENT, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), journey.port()));
            socket.getOutputStream()
                    .write(
                            ("PROXY TCP4 "
                                            + FORGED
                                            + " 127.0.0.1 4711 80\r\n"
                                            + "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
                                    .getBytes(US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 400 ")
                    .doesNotContain("200 OK");
        }
    }
}

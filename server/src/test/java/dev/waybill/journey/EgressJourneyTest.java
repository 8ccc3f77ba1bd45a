package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Attempts to make Waybill call into its own network, by URLs and by answers of a name server:
/// refused when they are saved, blocked when they are called. A canary on every address of this
/// machine gets no connection.
class EgressJourneyTest {

    private static final String PATH = "/v1/webhook_endpoints";
    private static final String PUBLIC = "93.184.215.14";

    /// First and last of every range that is denied, and what embeds such an address.
    private static final List<String> DENIED =
            List.of(
                    "0.0.0.0",
                    "0.255.255.255",
                    "10.0.0.0",
                    "10.255.255.255",
                    "100.64.0.0",
                    "100.127.255.255",
                    "127.0.0.0",
                    "127.0.0.1",
                    "127.255.255.255",
                    "168.63.129.16",
                    "169.254.0.0",
                    "169.254.169.254",
                    "169.254.255.255",
                    "172.16.0.0",
                    "172.31.255.255",
                    "192.0.0.0",
                    "192.0.0.255",
                    "192.0.2.0",
                    "192.0.2.255",
                    "192.31.196.1",
                    "192.52.193.1",
                    "192.88.99.0",
                    "192.88.99.255",
                    "192.168.0.0",
                    "192.168.255.255",
                    "192.175.48.1",
                    "198.18.0.0",
                    "198.19.255.255",
                    "198.51.100.0",
                    "198.51.100.255",
                    "203.0.113.0",
                    "203.0.113.255",
                    "224.0.0.0",
                    "239.255.255.255",
                    "240.0.0.0",
                    "255.255.255.255",
                    "::",
                    "::1",
                    "::7f00:1",
                    "64:ff9b::7f00:1",
                    "64:ff9b:1::1",
                    "100::1",
                    "2001::1",
                    "2001:db8::1",
                    "2002:7f00:1::1",
                    "2600:1::5efe:7f00:1",
                    "2620:4f:8000::1",
                    "3fff::1",
                    "5f00::1",
                    "fc00::1",
                    "fd00:ec2::254",
                    "fe80::1",
                    "fec0::1",
                    "ff02::1");

    /// Just outside.
    private static final List<String> NEIGHBOURS =
            List.of(
                    "1.0.0.0",
                    "9.255.255.255",
                    "11.0.0.0",
                    "100.63.255.255",
                    "100.128.0.0",
                    "126.255.255.255",
                    "128.0.0.0",
                    "168.63.129.15",
                    "168.63.129.17",
                    "169.253.255.255",
                    "169.255.0.0",
                    "172.15.255.255",
                    "172.32.0.0",
                    "191.255.255.255",
                    "192.0.1.0",
                    "192.0.3.0",
                    "192.88.98.255",
                    "192.88.100.0",
                    "192.167.255.255",
                    "192.169.0.0",
                    "198.17.255.255",
                    "198.20.0.0",
                    "198.51.99.255",
                    "198.51.101.0",
                    "203.0.112.255",
                    "203.0.114.0",
                    "223.255.255.255",
                    "2001:200::1",
                    "2003::1",
                    "2606:4700:4700::1111",
                    "3fff:1000::1");

    /// This machine by other spellings, and names that only its network knows.
    private static final List<String> HOSTS =
            List.of(
                    "127.1",
                    "127.0.1",
                    "2130706433",
                    "017700000001",
                    "0177.0.0.1",
                    "0x7f000001",
                    "0x7f.0.0.1",
                    "0x7f.1",
                    "127.0.0.1.",
                    "127。0。0。1",
                    "１２７.0.0.1",
                    "①②⑦.0.0.1",
                    "127.0.0.1%00",
                    "%31%32%37.0.0.1",
                    "[::ffff:127.0.0.1]",
                    "[::ffff:7f00:1]",
                    "[::1%25lo]",
                    "[0:0:0:0:0:0:0:1]",
                    "user@127.0.0.1",
                    "example.com@127.0.0.1",
                    "127.0.0.1\\\\@example.com",
                    "localhost",
                    "LOCALHOST",
                    "localhost.",
                    "a.localhost",
                    "ｌｏｃａｌｈｏｓｔ",
                    "printer.local",
                    "box.localdomain",
                    "redis",
                    "host.docker.internal",
                    "metadata.google.internal",
                    "metadata.google。internal",
                    "kubernetes.default.svc",
                    "api.default.svc.cluster.local",
                    "vault.service.consul",
                    "nas.home.arpa");

    /// The addresses of the test's names, which the name server returns.
    private static final Map<String, List<String>> NAMES = new ConcurrentHashMap<>();

    private static String database = "";
    private static RunningService service;
    private static ApiClient api;
    private static Canary canary;

    @BeforeAll
    static void start() throws SQLException, IOException {
        canary = new Canary();
        database = Postgres.newDatabase();
        service = RunningService.strict(database, (host, _, _) -> resolve(host));
        api = service.api();
    }

    private static List<InetAddress> resolve(String host) throws UnknownHostException {
        try {
            return List.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException notALiteral) {
            var addresses = NAMES.get(host);
            if (addresses == null) {
                throw new UnknownHostException(host);
            }
            return addresses.stream().map(InetAddress::ofLiteral).toList();
        }
    }

    @AfterAll
    static void theCanaryHeardNobodyAndWasAwake() throws IOException {
        try (var _ = canary) {
            service.close();
            assertThat(canary.visits()).isZero();
            new Socket(InetAddress.ofLiteral("127.0.0.1"), canary.port()).close();
            Eventually.holds(() -> canary.visits() == 1);
        }
    }

    static Stream<String> urls() {
        return Stream.concat(DENIED.stream().map(EgressJourneyTest::literal), HOSTS.stream())
                .map(EgressJourneyTest::url);
    }

    private static String literal(String address) {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    private static String url(String host) {
        return "https://" + host + ":" + canary.port() + "/hook";
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("urls")
    void whatIsWrittenDownIsRefused(String url) {
        var id = text(create(named("fine", PUBLIC)), "id");
        var body = "{\"url\":\"" + url + "\"}";

        var created = api.post(PATH, body);
        var changed = api.patch(PATH + "/" + id, body);

        for (var answer : List.of(created, changed)) {
            assertThat(text(answer.expect(422).json(), "field")).isEqualTo("/url");
        }
        assertThat(text(api.get(PATH + "/" + id).json(), "url")).isEqualTo(url("fine.example"));
        api.delete(PATH + "/" + id).expect(204);
    }

    static List<String> denied() {
        return DENIED;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("denied")
    void aNameThatHasADeniedAddressIsRefused(String address) {
        var alone = "{\"url\":\"" + named("alone", address) + "\"}";
        var among = "{\"url\":\"" + named("among", PUBLIC, address) + "\"}";

        assertThat(api.post(PATH, alone).expect(422).text()).doesNotContain(address + "\"");
        api.post(PATH, among).expect(422);
    }

    static List<String> neighbours() {
        return NEIGHBOURS;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("neighbours")
    void theNeighboursOfARangeAreAllowed(String address) {
        for (var url : List.of(url(literal(address)), named("neighbour", address))) {
            var made = create(url);
            assertThat(made.has("warnings")).isFalse();
            api.delete(PATH + "/" + text(made, "id")).expect(204);
        }
    }

    /// Rows that an older version accepted, or that were written directly; and names that were
    /// allowed when they were saved. A test send and a live delivery of each.
    @Test
    void whatWasLetInIsBlockedWhenItComesToBeCalled() throws SQLException {
        var endpoints = new LinkedHashMap<String, String>();
        for (var address : DENIED) {
            var name = "turning-" + endpoints.size();
            endpoints.put(text(create(named(name, PUBLIC)), "id"), url(literal(address)));
            var turning = text(create(named(name, PUBLIC)), "id");
            endpoints.put(turning, named(name, PUBLIC));
            NAMES.put(name + ".example", List.of(PUBLIC, address));
        }
        var local = text(create(named("local", PUBLIC)), "id");
        endpoints.put(local, url("printer.local"));
        NAMES.put("printer.local", List.of("127.0.0.1"));
        rewrite(endpoints);

        var sent = new ArrayList<String>();
        sent.add(api.publish("live.event"));
        for (var id : endpoints.keySet()) {
            sent.add(text(api.post(PATH + "/" + id + "/test", "").expect(202).json(), "event_id"));
        }

        for (var eventId : sent) {
            for (var delivery : api.event(eventId).get("deliveries")) {
                var path = "/v1/deliveries/" + text(delivery, "id");
                var tried =
                        Eventually.get(
                                () -> api.get(path).expect(200).json(),
                                json -> json.get("attempts").intValue() > 0);
                assertThat(text(tried.get("attempt_log").get(0), "error"))
                        .isEqualTo("the address is not allowed");
            }
        }
        assertThat(api.event(sent.getFirst()).get("deliveries")).hasSize(endpoints.size());
        var first = text(api.event(sent.getFirst()).get("deliveries").get(0), "id");
        var ended =
                Eventually.get(
                        () -> api.get("/v1/deliveries/" + first).json(),
                        json -> text(json, "state").equals("failed"));
        assertThat(text(ended, "reason")).isEqualTo("blocked");
    }

    @Test
    void aNameThatDoesNotResolveIsAWarning() {
        var made = create(url("not-yet.example"));

        assertThat(made.get("warnings").get(0).stringValue()).contains("not-yet.example");
        var path = PATH + "/" + text(made, "id");
        assertThat(api.get(path).json().has("warnings")).isFalse();
        var change = "{\"url\":\"" + url("still-not.example") + "\"}";
        assertThat(api.patch(path, change).expect(200).json().get("warnings")).hasSize(1);
        api.delete(path).expect(204);
    }

    private static String named(String name, String... addresses) {
        NAMES.put(name + ".example", List.of(addresses));
        return url(name + ".example");
    }

    private static JsonNode create(String url) {
        var json = ApiClient.JSON.createObjectNode().put("url", url);
        json.putArray("event_types").add("live.event");
        json.putObject("retry_policy")
                .put("kind", "list")
                .putArray("waits_seconds")
                .add(0.05)
                .add(0.05)
                .add(0.05);
        return api.createEndpoint(json);
    }

    private static void rewrite(Map<String, String> urls) throws SQLException {
        try (var connection = Postgres.connect(database);
                var bump = connection.prepareStatement("UPDATE routing SET version = version + 1");
                var update =
                        connection.prepareStatement(
                                """
                                UPDATE endpoint
                                   SET url = ?,
                                       routing_version = (SELECT version FROM routing)
                                 WHERE id = ?
                                """)) {
            connection.setAutoCommit(false);
            bump.executeUpdate();
            for (var entry : urls.entrySet()) {
                update.setString(1, entry.getValue());
                update.setObject(2, IdKind.ENDPOINT.parse(entry.getKey()).orElseThrow());
                update.executeUpdate();
            }
            connection.commit();
        }
    }
}

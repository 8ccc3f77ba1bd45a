package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import dev.waybill.Settings;
import dev.waybill.testing.Eventually;
import dev.waybill.testing.MailServers;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Channels that send, and owners who confirm and unsubscribe, with a real mail server and real
/// receivers.
class NotificationsJourneyTest {

    private static final Pattern LINK = Pattern.compile("https?://[^\\s\"<]+/mail/[^\\s\"<]+");

    private static final GreenMail mail = MailServers.create();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static RunningService service;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Receiver receiver;

    @BeforeAll
    static void start() throws Exception {
        mail.start();
        receiver = Receiver.start();
        service =
                RunningService.with(
                        Map.of(
                                Settings.Name.SMTP_URL,
                                "smtp://127.0.0.1:" + mail.getSmtp().getPort(),
                                Settings.Name.MAIL_FROM,
                                "waybill@platform.example"));
    }

    @AfterAll
    static void stop() {
        service.close();
        receiver.close();
        mail.stop();
    }

    @Test
    void aTestIsSentToEachKindOfChannel() throws Exception {
        var slack = receiver.at("/slack");
        var pagerduty = receiver.at("/pagerduty");
        var events = receiver.at("/platform");
        var endpoint = ApiClient.JSON.createObjectNode();
        endpoint.put("url", events.url()).put("app", "platform");
        endpoint.putArray("event_types").add("alert.*");
        api().createEndpoint(endpoint);

        test("{\"kind\":\"email\",\"addresses\":[\"ops@platform.example\"]}");
        test("{\"kind\":\"slack\",\"url\":\"%s\"}".formatted(slack.url()));
        test(
                "{\"kind\":\"pagerduty\",\"routing_key\":\"WaybillMarkerKey\",\"url\":\"%s\"}"
                        .formatted(pagerduty.url()));
        test("{\"kind\":\"webhook\"}");

        assertThat(mailTo("ops@platform.example").getSubject()).contains("Test notification");
        assertThat(slack.next().text()).contains("Test notification");
        assertThat(pagerduty.next().text())
                .contains("\"event_action\":\"trigger\"", "WaybillMarkerKey");
        assertThat(events.next().text()).contains("\"type\":\"alert.test\"");
    }

    @Test
    void aChannelThatFailsShowsItsError() {
        receiver.at("/refuses").answers(404);
        var made =
                test(
                        "{\"kind\":\"slack\",\"url\":\"%s\"}"
                                .formatted(receiver.at("/refuses").url()));

        var failed =
                Eventually.get(
                        () -> api().get("/v1/notification_channels/" + text(made, "id")).json(),
                        channel -> !channel.get("last_error").isNull());

        assertThat(text(failed, "last_error")).contains("404");
        assertThat(failed.toString()).doesNotContain("/refuses");
    }

    @Test
    void anAddressOfACustomerIsConfirmedByALink() throws Exception {
        api().createApp("customer");
        var customer = api().asApp("customer");
        var url = receiver.at("/customer").url();
        var body = "{\"url\":\"%s\",\"owner_email\":\"new@customer.example\"}".formatted(url);
        customer.post("/v1/webhook_endpoints", body).expect(201);

        var link = link(mailTo("new@customer.example"));
        assertThat(state("new@customer.example")).isEqualTo("unconfirmed");
        // Looking changes nothing: scanners open every link.
        get(link);
        assertThat(state("new@customer.example")).isEqualTo("unconfirmed");
        post(link, "");
        assertThat(state("new@customer.example")).isEqualTo("confirmed");

        // One click in a mail program.
        post(link.replace("/confirm", "/unsubscribe"), "List-Unsubscribe=One-Click");
        assertThat(state("new@customer.example")).isEqualTo("unsubscribed");
        // A mail may be forwarded: its links do not make anybody get mail again.
        assertThat(get(link)).isEqualTo(404);
        assertThat(get(link.replaceFirst("token=.*", "token=wrong"))).isEqualTo(404);
    }

    /// A customer enters the address of a stranger again and again.
    @Test
    void aStrangerGetsOneConfirmation() throws Exception {
        api().createApp("insistent");
        var customer = api().asApp("insistent");
        for (int i = 0; i < 5; i++) {
            var url = receiver.at("/insistent" + i).url();
            var body =
                    "{\"url\":\"%s\",\"owner_email\":\"Victim@stranger.example\"}".formatted(url);
            customer.post("/v1/webhook_endpoints", body).expect(201);
        }
        var id = text(customer.list("/v1/webhook_endpoints").getFirst(), "id");
        for (var address : new String[] {"null", "\"victim@stranger.example\""}) {
            customer.patch("/v1/webhook_endpoints/" + id, "{\"owner_email\":%s}".formatted(address))
                    .expect(200);
        }
        mailTo("victim@stranger.example");

        try (var connection = service.connection();
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery(
                                "SELECT count(*) FROM notification"
                                        + " WHERE address = 'victim@stranger.example'")) {
            rows.next();
            assertThat(rows.getInt(1)).isOne();
        }
    }

    @Test
    void aHostileAddressIsRefused() {
        var url = receiver.at("/hostile").url();
        for (var address : new String[] {"a@b\\r\\nBcc: c@d", "a b@c", "a@b,c@d", "<a@b>"}) {
            api().post(
                            "/v1/webhook_endpoints",
                            "{\"url\":\"%s\",\"owner_email\":\"%s\"}".formatted(url, address))
                    .expect(422);
            api().post(
                            "/v1/notification_channels",
                            "{\"kind\":\"email\",\"addresses\":[\"%s\"]}".formatted(address))
                    .expect(422);
        }
    }

    @Test
    void aChannelIsChecked() {
        for (var body :
                new String[] {
                    "{}",
                    "{\"kind\":\"fax\"}",
                    "{\"kind\":\"email\"}",
                    "{\"kind\":\"slack\"}",
                    "{\"kind\":\"slack\",\"url\":\"ftp://example.com/\"}",
                    "{\"kind\":\"pagerduty\"}",
                    "{\"kind\":\"log\",\"url\":\"https://example.com/\"}",
                }) {
            api().post("/v1/notification_channels", body).expect(422);
        }
    }

    @Test
    void rulesAreChangedAndPreviewed() {
        var rule = "/v1/alert_rules/service.dead_letters";
        var changed = api().patch(rule, "{\"thresholds\":{\"per_minute\":5}}").expect(200).json();
        assertThat(changed.get("thresholds").get("per_minute").intValue()).isEqualTo(5);
        assertThat(changed.get("thresholds").get("minutes").intValue()).isEqualTo(10);
        var refused = api().patch(rule, "{\"thresholds\":{\"per_minute\":0}}").expect(422);
        assertThat(refused.text()).contains("/thresholds/per_minute");
        api().patch(rule, "{\"thresholds\":null}").expect(200);
        var preview = api().get(rule + "/preview?per_minute=1").expect(200).json();
        assertThat(preview.get("fired").intValue()).isZero();
        api().get(rule + "/preview?per_minute=x").expect(400);
        api().get("/v1/alert_rules/nothing").expect(404);
        assertThat(api().list("/v1/alert_rules")).hasSize(7);
    }

    private static ApiClient api() {
        return service.api();
    }

    private static JsonNode test(String body) {
        var made = api().post("/v1/notification_channels", body).expect(201).json();
        api().post("/v1/notification_channels/" + text(made, "id") + "/test", "").expect(202);
        return made;
    }

    private static MimeMessage mailTo(String address) {
        return Eventually.get(
                () -> mail.getReceivedMessagesForDomain(address), messages -> messages.length > 0)[
                0];
    }

    private static String link(MimeMessage message) throws Exception {
        var matcher = LINK.matcher(GreenMailUtil.getBody(message).replace("=\r\n", ""));
        assertThat(matcher.find()).isTrue();
        return matcher.group().replace("=3D", "=");
    }

    private static int get(String link) {
        var path = link.substring(service.address().length());
        return api().send(api().request(path).GET()).status();
    }

    private static void post(String link, String body) {
        var path = URI.create(link).getRawPath() + "?" + URI.create(link).getRawQuery();
        api().send(
                        api().request(path)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString(body)))
                .expect(200);
    }

    private static String state(String address) throws SQLException {
        try (var connection = service.connection();
                var statement =
                        connection.prepareStatement(
                                "SELECT state FROM owner_address WHERE address = ?")) {
            statement.setString(1, address);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}

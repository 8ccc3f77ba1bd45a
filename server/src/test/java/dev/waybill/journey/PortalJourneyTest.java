package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.net.URI;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A customer adds an endpoint, tests it, looks at its deliveries, and resends one.
class PortalJourneyTest {

    private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/=]{20,}");

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final Receiver receiver = journey.receiver();

    private UiClient customer = UiClient.of(journey);

    @BeforeEach
    void comeIn() {
        customer = in("default");
    }

    private static UiClient in(String app) {
        var link = api.post("/v1/portal_links", "{\"app\":\"" + app + "\"}").expect(201).json();
        var code = URI.create(text(link, "url")).getFragment();
        return UiClient.of(journey)
                .with(UiClient.of(journey).post("/portal/enter", "code", code).expect(303));
    }

    @Test
    void aCustomerAddsAnEndpointTriesItAndHasItSentAgain() {
        var inbox = receiver.at("/portal-flow");
        var added =
                customer.post(
                                "/portal/endpoints/new",
                                "url",
                                inbox.url(),
                                "takes",
                                "some",
                                "event_types_typed",
                                "portal.flow",
                                "description",
                                "the shop")
                        .expect(201)
                        .text();
        assertThat(added).containsPattern(SECRET);
        var endpoint = idIn(added, "/portal/endpoints/(whe_[0-9a-z]+)");

        var tested = customer.post("/portal/endpoints/" + endpoint + "/test").expect(303);
        var page = tested.header("Location").replaceFirst("\\?.*", "");
        var delivered =
                Eventually.get(
                        () -> customer.get(page).expect(200).text(),
                        text -> text.contains("tone-delivered"));
        assertThat(delivered).contains("Attempt 1: Status 200</a>", "waybill.test");
        assertThat(customer.get(page + "/body").expect(200).text()).contains("\"test\":true");

        var again = customer.post(page + "/resend", "once", "req_1").expect(303);
        assertThat(again.header("Location")).isNotEqualTo(tested.header("Location"));
        assertThat(customer.post(page + "/resend", "once", "req_1").header("Location"))
                .isEqualTo(again.header("Location"));
        assertThat(customer.get("/portal/deliveries").text()).contains("waybill.test");
        assertThat(customer.get("/portal/endpoints/" + endpoint).text())
                .contains("the shop", "Recent deliveries")
                .doesNotContainPattern(SECRET);
    }

    /// A user who may manage endpoints but not see secrets must not learn a new one this way.
    @Test
    void aFormThatIsSentTwiceMakesOneAndShowsItsSecretOnce() {
        String[] fields = {
            "url",
            receiver.at("/portal-once").url(),
            "takes",
            "some",
            "event_types_typed",
            "portal.once",
            "once",
            "req_90a7"
        };
        var added = customer.post("/portal/endpoints/new", fields).expect(201).text();
        assertThat(added).containsPattern(SECRET);
        var endpoint = idIn(added, "/portal/endpoints/(whe_[0-9a-z]+)");
        api.post("/v1/webhook_endpoints/" + endpoint + "/rotate_secret", "").expect(200);

        var again = customer.post("/portal/endpoints/new", fields).expect(303);

        assertThat(again.text()).doesNotContainPattern(SECRET);
        assertThat(again.header("Location")).startsWith("/portal/endpoints/" + endpoint);
        assertThat(customer.get(again.header("Location")).expect(200).text())
                .doesNotContainPattern(SECRET);
    }

    @Test
    void aCustomerIsToldThatTheirEndpointFails() {
        var inbox = receiver.at("/portal-failing").answers(404);
        var json = ApiClient.JSON.createObjectNode().put("url", inbox.url());
        json.putArray("event_types").add("portal.failing");
        json.putObject("retry_policy").put("kind", "list").putArray("waits_seconds").add(0.01);
        var page = "/portal/endpoints/" + text(api.createEndpoint(json), "id");
        assertThat(customer.get(page).expect(200).text())
                .contains("Quiet: nothing was sent within 24 h.", "No delivery ended in");

        api.awaitDelivery(api.publish("portal.failing"), "failed");

        Eventually.get(
                () -> customer.get(page).expect(200).text(),
                text -> text.contains("Failing: its last delivery failed."));
        assertThat(customer.get("/portal/endpoints").expect(200).text()).contains("Failing");
    }

    @Test
    void aSecretThatIsRefusedComesBackAsItsForm() {
        var made = api.createEndpoint(receiver.at("/portal-rotated").url(), "portal.rotated");
        var page = "/portal/endpoints/" + text(made, "id");

        var refused =
                customer.post(
                                page + "/rotate",
                                "overlap_seconds",
                                "604800",
                                "secret",
                                "much-too-short")
                        .expect(422)
                        .text();

        assertThat(refused)
                .contains("secret-wrong", "value=\"604800\" selected", "Keep the current one")
                .doesNotContain("much-too-short");
        assertThat(customer.get("/portal/endpoints/new").expect(200).text())
                .contains("data-unsaved");
    }

    @Test
    void whatDidNotWorkLeadsBack() {
        var form = customer.form("/portal/deliveries/dlv_nothing/resend");
        var from = journey.address() + "/portal/deliveries?state=failed";
        var refused =
                customer.send(form.header("Sec-Fetch-Site", "same-origin").header("Referer", from))
                        .expect(404);

        assertThat(refused.text())
                .contains("href=\"/portal/deliveries?state=failed\">Back<")
                .doesNotContain("value=\"/portal/deliveries/dlv_nothing/resend\"");
        assertThat(customer.get("/portal/deliveries/dlv_nothing").expect(404).text())
                .contains("href=\"/portal/deliveries/dlv_nothing\">Try again<");
    }

    @Test
    void aPrivateAddressIsRefusedInPlainWordsBesideItsField() {
        var refused =
                customer.post(
                        "/portal/endpoints/new", "url", "https://10.0.0.1/hooks", "takes", "all");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text())
                .contains("https://10.0.0.1/hooks", "aria-invalid=\"true\"")
                .containsPattern("private|not public|reached from outside");
    }

    @Test
    void aSecretIsShownOnAskingOnlyAndThatIsToldOnce() {
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", receiver.at("/portal-secret").url());
        var id = text(api.createEndpoint(json), "id");
        var page = "/portal/endpoints/" + id;
        assertThat(customer.get(page).expect(200).text()).doesNotContainPattern(SECRET);

        var shown = customer.post(page + "/reveal").expect(200).text();
        assertThat(shown).containsPattern(SECRET);
        var log = api.list("/v1/audit_log?action=webhook_endpoint.secret_revealed&object_id=" + id);
        assertThat(log).hasSize(1);
        assertThat(text(log.getFirst(), "actor")).startsWith("plk_");
        assertThat(text(log.getFirst(), "source")).startsWith("portal ");

        assertThat(shown).contains(page + "/reveal", "data-dialog=\"rotate\"", page + "/rotate");

        var rotated = customer.post(page + "/rotate", "overlap_seconds", "3600").expect(200).text();
        assertThat(rotated).contains("Previous");
    }

    @Test
    void whatFailedIsSentAgainOnAsking() {
        var inbox = receiver.at("/portal-recover").answers(410);
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", inbox.url()).put("app", "recovering");
        api.createApp("recovering");
        customer = in("recovering");
        var id = text(api.createEndpoint(json), "id");
        var body = "{\"type\":\"recover.me\",\"data\":{},\"app\":\"recovering\"}";
        var event = text(api.post("/v1/events", body).expect(202).json(), "id");
        var failed = text(api.awaitDelivery(event, "failed"), "id");
        inbox.answers(200);
        var page = "/portal/endpoints/" + id;
        customer.post(page + "/enable").expect(303);

        customer.post(page + "/recover", "since", "1h").expect(303);

        Eventually.get(
                () -> customer.get("/portal/deliveries/" + failed).expect(200).text(),
                text -> text.contains("Redelivered as"));
    }

    @Test
    void whatWasMissedIsSentOnAsking() {
        api.createApp("missing");
        customer = in("missing");
        var before = publish("missing", "before.me");
        var inbox = receiver.at("/portal-missed");
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", inbox.url()).put("app", "missing");
        var id = text(api.createEndpoint(json), "id");
        var page = "/portal/endpoints/" + id;
        api.post("/v1/webhook_endpoints/" + id + "/disable", "").expect(200);
        var missed = publish("missing", "miss.me");
        customer.post(page + "/enable").expect(303);

        customer.post(page + "/recover", "since", "1h").expect(303);

        Eventually.get(() -> api.event(missed).get("deliveries"), made -> !made.isEmpty());
        api.awaitDelivery(missed, "delivered");
        assertThat(api.event(before).get("deliveries")).isEmpty();
    }

    private static String publish(String app, String type) {
        var body = "{\"type\":\"%s\",\"data\":{},\"app\":\"%s\"}".formatted(type, app);
        return text(api.post("/v1/events", body).expect(202).json(), "id");
    }

    @Test
    void whoHasNoEndpointYetIsShownHowToBegin() {
        api.createApp("beginner");
        customer = in("beginner");
        var page = customer.get("/portal/endpoints").expect(200).text();
        assertThat(page).contains("href=\"#verify\"", "id=\"verify\"", "Verifying in Python");

        var tried = idIn(page, "href=\"(/portal/endpoints/new\\?url=[^\"]+)\"");
        var url = journey.address() + "/ui/try";
        assertThat(customer.get(tried).expect(200).text()).contains("value=\"" + url + "\"");
        var added = customer.post("/portal/endpoints/new", "url", url, "takes", "all").expect(201);
        var endpoint = idIn(added.text(), "/portal/endpoints/(whe_[0-9a-z]+)");
        var tested = customer.post("/portal/endpoints/" + endpoint + "/test").expect(303);
        Eventually.get(
                () -> customer.get(tested.header("Location")).expect(200).text(),
                text -> text.contains("tone-delivered"));
        assertThat(customer.get("/portal/endpoints").text()).doesNotContain("id=\"verify\"");
    }

    @Test
    void aCustomerReadsWhatTheyCanRelyOn() {
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", receiver.at("/portal-contract").url());
        json.putArray("event_types").add("portal.contract");
        var id = text(api.createEndpoint(json), "id");
        assertThat(customer.get("/portal/endpoints/" + id + "/contract").expect(200).text())
                .contains("Responses", "<code>webhook-signature</code>");
    }

    @Test
    void hiddenTypesAreNowhere() {
        api.post("/v1/event_types", "{\"name\":\"seen.it\",\"example\":{\"n\":1}}").expect(201);
        api.post("/v1/event_types", "{\"name\":\"inner.it\",\"hidden\":true,\"example\":{}}")
                .expect(201);
        for (var page : new String[] {"/portal/event-types", "/portal/endpoints/new", "/catalog"}) {
            assertThat(customer.get(page).expect(200).text())
                    .as(page)
                    .contains("seen.it")
                    .doesNotContain("inner.it");
        }
    }

    private static String idIn(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}

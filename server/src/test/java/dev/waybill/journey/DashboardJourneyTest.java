package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.net.URLEncoder;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// An operator uses the pages.
class DashboardJourneyTest {

    private static final String HOSTILE =
            "</pre></textarea><script>alert(1)</script>\u202E\u001B[31m";

    private static final Pattern IMPORT = Pattern.compile("import .*'\\./([^']+)';");

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient viewer =
            UiClient.of(journey).signedIn(text(api.createKey("viewer"), "key"));

    @Test
    void anEmptyInstallationSaysWhatToDo() {
        var page = UiClient.of(journey).signedIn(text(testKey(), "key")).get("/ui").expect(200);

        assertThat(page.text()).contains("Three steps to the first delivery", "Test mode");
        assertThat(page.text().split("data-copy=\"curl http", -1)).as("commands").hasSize(3);
    }

    @Test
    void scriptsAreModulesThatBrowsersMayKeepForEver() {
        var page = UiClient.of(journey).get("/ui/login").expect(200).text();
        var entry = first("<script type=\"module\" src=\"/ui/assets/([^\"]+)\">", page);
        var found = new ArrayDeque<>(List.of(entry));
        var seen = new HashSet<String>();
        while (!found.isEmpty()) {
            var name = found.remove();
            if (seen.add(name)) {
                var module = admin.get("/ui/assets/" + name).expect(200);
                assertThat(name).matches("[a-z-]+\\.[0-9a-f]{12}\\.js");
                assertThat(module.header("Cache-Control")).contains("immutable");
                var imports = IMPORT.matcher(module.text());
                while (imports.find()) {
                    found.add(imports.group(1));
                }
            }
        }
        assertThat(seen).as("modules of the dashboard").hasSizeGreaterThan(10);
    }

    private static String first(String regex, String text) {
        var found = Pattern.compile(regex).matcher(text);
        assertThat(found.find()).as(regex).isTrue();
        return found.group(1);
    }

    private static JsonNode testKey() {
        var body = "{\"role\":\"viewer\",\"mode\":\"test\"}";
        return api.post("/v1/api_keys", body).expect(201).json();
    }

    @Test
    void aDeliveryIsFoundAndExplained() {
        var dead = deadDelivery("found.explained", 404);
        var id = text(dead, "id");

        var list = admin.get("/ui/deliveries?type=found.explained&state=failed").expect(200);
        assertThat(list.text()).contains("/ui/deliveries/" + id, ">404<", "Failed");
        assertThat(admin.get("/ui/deliveries?q=" + id).expect(303).header("Location"))
                .isEqualTo("/ui/deliveries/" + id);
        assertThat(
                        admin.get("/ui/deliveries?q=" + text(dead, "event_id"))
                                .expect(303)
                                .header("Location"))
                .isEqualTo("/ui/deliveries/" + id);

        var page = admin.get("/ui/deliveries/" + id).expect(200).text();
        assertThat(page)
                .contains("<title>" + id)
                .contains("a response that retries do not change: status 404")
                .contains(
                        "<a href=\"#attempt-1\">Attempt 1: Status 404</a>",
                        "webhook-signature",
                        "Resend now")
                .contains("Response headers", "<dt>content-length</dt><dd>0</dd>")
                .contains("Nothing at this URL accepts a POST", "class=\"strip\"")
                .contains("curl -X POST", "webhook-signature: &lt;redacted&gt;");
        assertThat(admin.get("/ui").expect(200).text()).contains("Overview");
    }

    @Test
    void whatIsNotThereIsExplained() {
        var list = admin.get("/ui/deliveries?type=never.heard.of").expect(200);
        assertThat(list.text()).contains("No match", "Clear filters");
        var page = admin.get("/ui/deliveries/dlv_nothing").expect(404);
        assertThat(page.text()).contains("Not found", page.header("Request-Id"));
        for (var narrowed : List.of("/ui/deliveries?app=nobody", "/ui/endpoints?app=nobody")) {
            assertThat(admin.get(narrowed).expect(200).text()).contains("nobody", "state");
        }
        assertThat(admin.get("/ui/deliveries?before=dlv_00000000000000000000000000").text())
                .contains("No more rows");
        var nowhere = admin.get("/ui/deliverys/of/mine").expect(404);
        assertThat(nowhere.text()).contains("There is no /ui/deliverys/of/mine here.", "<h1");
        assertThat(admin.get("/ui/dlq/resolve").expect(404).text()).contains("Not found");
    }

    @Test
    void aRefusedFormLeadsBackToThePageItWasOn() {
        var page = refused(journey.address() + "/ui/dlq?after=50&done=resolved");
        assertThat(page)
                .contains("href=\"/ui/dlq?after=50\">Back<", "value=\"/ui/dlq?after=50\"")
                .doesNotContain("Try again", "/ui/dlq/resolve");

        // Addresses that are not pages of ours are not followed.
        for (var elsewhere :
                List.of(
                        journey.address() + "/ui/dlq/resolve",
                        journey.address() + "/v1/events",
                        "https://evil.example/ui/dlq",
                        "not an address")) {
            assertThat(refused(elsewhere))
                    .as(elsewhere)
                    .doesNotContain(">Back<", "Try again", "evil", "/ui/dlq/resolve")
                    .contains("name=\"back\" value=\"/ui/dlq\"");
        }
        assertThat(admin.get("/ui/deliveries/dlv_nothing").expect(404).text())
                .contains("href=\"/ui/deliveries/dlv_nothing\">Try again<");
    }

    /// The page that refuses to resolve dead letters without a reason.
    private static String refused(String referer) {
        var form = admin.form("/ui/dlq/resolve", "note", "");
        return admin.send(form.header("Sec-Fetch-Site", "same-origin").header("Referer", referer))
                .expect(422)
                .text();
    }

    @Test
    void payloadsOfStrangersHarmNoPage() {
        var inbox =
                journey.receiver()
                        .at("/hostile")
                        .answers(_ -> new Receiver.Answer(400, Map.of(), HOSTILE));
        api.createEndpoint(inbox.url(), "hostile.event");
        var data = ApiClient.JSON.createObjectNode().put("text", HOSTILE).put("n", 1);
        var body = "{\"type\":\"hostile.event\",\"data\":" + data + "}";
        var event = text(api.post("/v1/events", body).expect(202).json(), "id");
        var delivery =
                Eventually.get(
                        () -> api.delivery(event), one -> one.get("attempts").intValue() > 0);
        var id = text(delivery, "id");

        for (var path :
                List.of(
                        "/ui/deliveries/" + id,
                        "/ui/deliveries?q=" + URLEncoder.encode(HOSTILE, UTF_8),
                        "/ui/deliveries?type=%3Cscript%3Ealert(1)",
                        "/ui/dlq")) {
            var page = admin.get(path).expect(200).text();
            assertThat(page).doesNotContain("<script>alert", "\u202E", "\u001B");
        }
    }

    @Test
    void theBodyIsGivenByteForByte() {
        api.createEndpoint(journey.receiver().at("/raw").url(), "raw.body");
        var data = "{\"n\":12345678901234567890.10,\r\n \"e\":\"\\u00e9\"}";
        var body = "{\"type\":\"raw.body\",\"data\":" + data + "}";
        var event = text(api.post("/v1/events", body).expect(202).json(), "id");
        var delivery = api.awaitDelivery(event, "delivered");

        var raw = admin.get("/ui/deliveries/" + text(delivery, "id") + "/body").expect(200);

        assertThat(raw.text()).contains(data);
        assertThat(raw.header("Content-Disposition")).startsWith("attachment");
        assertThat(raw.text()).isEqualTo(text(delivery.get("request"), "body"));
    }

    @Test
    void sendingAgainTwiceSendsOnce() {
        var id = text(deadDelivery("sent.again", 404), "id");
        var key = "req_1a2b3c";

        var first = admin.post("/ui/deliveries/" + id + "/resend", "once", key).expect(303);
        var second = admin.post("/ui/deliveries/" + id + "/resend", "once", key).expect(303);

        assertThat(first.header("Location")).isEqualTo(second.header("Location"));
        assertThat(admin.get(first.header("Location")).expect(200).text()).contains("Resent.", id);
    }

    @Test
    void whoOnlyLooksSeesNoButtonAndIsRefused() {
        var id = text(deadDelivery("looked.at", 404), "id");

        var page = viewer.get("/ui/deliveries/" + id).expect(200).text();

        assertThat(page).doesNotContain("Resend now", "/resend");
        viewer.post("/ui/deliveries/" + id + "/resend").expect(403);
        assertThat(viewer.get("/ui/dlq").expect(200).text()).doesNotContain("/ui/dlq/resolve");
        viewer.post("/ui/dlq/resolve", "note", "because").expect(403);
    }

    @Test
    void deadLettersAreResolvedWithAReasonAndNotWithout() {
        var dead = deadDelivery("to.resolve", 404);
        var endpoint = text(dead, "endpoint_id");
        var id = text(dead, "id");
        assertThat(admin.get("/ui/dlq").expect(200).text()).contains("Answered 404");
        String[] group = {
            "endpoint", endpoint, "reason", "permanent", "cause", "404", "last", id, "note", ""
        };

        admin.post("/ui/dlq/resolve", group).expect(422);
        assertThat(text(api.get("/v1/deliveries/" + id).json(), "dead_letter")).isEqualTo("open");

        group[group.length - 1] = "Settled with the customer";
        admin.post("/ui/dlq/resolve", group).expect(303);

        assertThat(text(api.get("/v1/deliveries/" + id).json(), "dead_letter")).isEqualTo("closed");
        assertThat(admin.get("/ui/deliveries/" + id).expect(200).text())
                .contains("Settled with the customer");
        // The overview counts failed deliveries, also those that are resolved.
        assertThat(admin.get("/ui").text())
                .contains("/ui/deliveries?by=end&amp;letter=any&amp;range=24h");
        assertThat(admin.get("/ui/deliveries?letter=any").expect(200).text()).contains(id);
        assertThat(admin.get("/ui/deliveries?letter=open").expect(200).text()).doesNotContain(id);
        var deed = api.list("/v1/audit_log?object_id=" + endpoint).getFirst();
        assertThat(text(deed, "action")).isEqualTo("dead_letter.resolved");
        assertThat(text(deed, "source")).startsWith("ui ");
    }

    @Test
    void whatIsSaidAboutADeadLetterStaysWithItThroughAllThatIsDone() {
        var dead = deadDelivery("to.note", 404);
        var id = text(dead, "id");
        var page = "/ui/deliveries/" + id;
        String[] group = {
            "endpoint",
            text(dead, "endpoint_id"),
            "reason",
            "permanent",
            "cause",
            "404",
            "last",
            id,
            "note",
            "Asked the customer"
        };

        admin.post("/ui/dlq/note", group).expect(303);
        admin.post(page + "/note", "note", " ").expect(422);
        admin.post(page + "/note", "note", "They look into it").expect(303);
        assertThat(letter(id)).isEqualTo("open");
        assertThat(admin.get(page).expect(200).text())
                .contains("Asked the customer", "They look into it", page + "/note")
                .doesNotContain(page + "/reopen");

        admin.post("/ui/dlq/resolve", group).expect(303);
        assertThat(admin.get("/ui/dlq/settled").expect(200).text()).contains(page + "/reopen");
        assertThat(viewer.get("/ui/dlq/settled").expect(200).text())
                .contains(id)
                .doesNotContain(page + "/reopen");
        assertThat(admin.get(page).expect(200).text())
                .contains(page + "/reopen")
                .doesNotContain(page + "/note");
        admin.post(page + "/reopen").expect(422);
        assertThat(letter(id)).isEqualTo("closed");

        var reopened = admin.post(page + "/reopen", "note", "It still misses").expect(303);
        assertThat(letter(id)).isEqualTo("open");
        assertThat(admin.get(reopened.header("Location")).expect(200).text())
                .contains("Reopened.", "href=\"/ui/dlq\"", "They look into it", "It still misses");
        viewer.post(page + "/reopen", "note", "x").expect(403);
        viewer.post(page + "/note", "note", "x").expect(403);
    }

    private static String letter(String id) {
        return text(api.get("/v1/deliveries/" + id).json(), "dead_letter");
    }

    @Test
    void listsAreNarrowedByAnswersAndByTimes() {
        var id = text(deadDelivery("to.narrow", 418), "id");
        var type = "/ui/deliveries?type=to.narrow&";

        var ended = "by=end&range=1h&letter=any";
        var between = "since=2026-01-01&until=2999-12-31";
        for (var shown : List.of("code=418", "code=4XX", between, ended)) {
            assertThat(admin.get(type + shown).expect(200).text()).as(shown).contains(id);
        }
        var longAgo = "since=2020-01-01&until=2021-01-01";
        var endedLongAgo = "by=end&" + longAgo;
        for (var hidden : List.of("code=404", "code=5xx", "code=timeout", longAgo, endedLongAgo)) {
            assertThat(admin.get(type + hidden).expect(200).text())
                    .as(hidden)
                    .doesNotContain(id)
                    .contains("No match");
        }
        assertThat(api.list("/v1/deliveries?event_type=to.narrow&status=4xx")).hasSize(1);
        assertThat(api.list("/v1/deliveries?event_type=to.narrow&status=5xx")).isEmpty();
        api.get("/v1/deliveries?status=6xx").expect(400);
        assertThat(admin.get("/ui?since=2020-01-01&until=2020-02-01").expect(200).text())
                .contains("1 Jan 2020", "1 Feb 2020");
        assertThat(admin.get("/ui/audit?since=2020-01-01&until=2020-02-01").expect(200).text())
                .contains("No match");
    }

    @Test
    void anEndpointIsPausedAndResumedWithAReason() {
        var url = journey.receiver().at("/to-pause").url();
        var id = text(api.createEndpoint(url, "to.pause"), "id");
        assertThat(admin.get("/ui/endpoints").expect(200).text()).contains(id, url, "Quiet");
        assertThat(viewer.get("/ui/endpoints/" + id).expect(200).text())
                .contains(url, "href=\"/ui/endpoints/" + id + "/contract\"")
                .doesNotContain("/pause\"");

        var paused = admin.post("/ui/endpoints/" + id + "/pause", "reason", "<b>upkeep</b>");

        assertThat(admin.get(paused.expect(303).header("Location")).expect(200).text())
                .contains("Paused. Deliveries wait", "&lt;b&gt;upkeep&lt;/b&gt;", "Resume")
                .doesNotContain("<b>upkeep");
        assertThat(text(api.get("/v1/webhook_endpoints/" + id).json(), "state"))
                .isEqualTo("paused");
        assertThat(admin.get("/ui/endpoints").expect(200).text())
                .contains("small\">&lt;b&gt;upkeep&lt;/b&gt;</span>", "none recently");
        admin.post("/ui/endpoints/" + id + "/resume").expect(303);
        assertThat(text(api.get("/v1/webhook_endpoints/" + id).json(), "state"))
                .isEqualTo("active");
    }

    @Test
    void whatWasDoneIsToldToWhoMayKnow() {
        var id = text(api.createEndpoint(journey.receiver().at("/told").url(), "told"), "id");
        admin.post("/ui/endpoints/" + id + "/pause", "reason", "upkeep").expect(303);

        var page = admin.get("/ui/audit?object=" + id).expect(200).text();

        assertThat(page)
                .contains("webhook_endpoint.created", "webhook_endpoint.paused", "ui 127.0.0.1");
        assertThat(admin.get("/ui/audit?object=nothing").expect(200).text()).contains("No match");
        assertThat(viewer.get("/ui").expect(200).text()).doesNotContain("/ui/audit");
    }

    @Test
    void secretsAreOnNoPage() {
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", journey.receiver().at("/secret").url());
        json.putArray("event_types").add("with.secret");
        json.putObject("headers").put("X-Token", "hidden-header-value");
        var endpoint = api.createEndpoint(json);
        var event = api.publish("with.secret");
        var delivery = text(api.awaitDelivery(event, "delivered"), "id");

        for (var path :
                List.of(
                        "/ui/audit",
                        "/ui/endpoints/" + text(endpoint, "id"),
                        "/ui/deliveries/" + delivery)) {
            assertThat(admin.get(path).expect(200).text())
                    .doesNotContain(text(endpoint, "secret"), "hidden-header-value");
        }
    }

    /// A delivery of this type that failed with this answer.
    private static JsonNode deadDelivery(String type, int status) {
        var inbox = journey.receiver().at("/" + type).answers(status);
        var json = ApiClient.JSON.createObjectNode().put("url", inbox.url());
        json.putArray("event_types").add(type);
        json.putObject("retry_policy")
                .put("kind", "list")
                .putArray("waits_seconds")
                .add(0.01)
                .add(0.01);
        api.createEndpoint(json);
        return api.awaitDelivery(api.publish(type), "failed");
    }
}

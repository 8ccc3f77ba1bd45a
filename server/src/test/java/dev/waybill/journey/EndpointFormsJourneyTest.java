package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// An operator creates, edits and deletes endpoints on pages.
class EndpointFormsJourneyTest {

    private static final String NEW = "/ui/endpoints/new";
    private static final String API = "/v1/webhook_endpoints/";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);

    @Test
    void whatIsCreatedShowsItsSecretOnce() {
        var url = journey.receiver().at("/created").url();

        var created =
                admin.post(
                                NEW,
                                "url",
                                url,
                                "app",
                                "",
                                "takes",
                                "some",
                                "event_type",
                                "form.made",
                                "event_type",
                                "form.ended",
                                "event_types_typed",
                                "other.*, form.made",
                                "description",
                                "The <b>ledger</b>",
                                "timeout_ms",
                                "2500",
                                "rate_limit",
                                "0.5",
                                "headers",
                                "X-Token: one\r\nX-Other: two")
                        .expect(201);

        var id = idIn(created.text());
        var endpoint = api.get(API + id).expect(200).json();
        assertThat(endpoint.get("event_types").toString())
                .isEqualTo("[\"form.made\",\"form.ended\",\"other.*\"]");
        assertThat(endpoint.get("timeout_ms").intValue()).isEqualTo(2500);
        assertThat(endpoint.get("rate_limit").doubleValue()).isEqualTo(0.5);
        assertThat(endpoint.get("headers").toString())
                .isEqualTo("{\"X-Token\":\"***\",\"X-Other\":\"***\"}");
        var secret = text(api.post(API + id + "/reveal_secret", "").json(), "secret");
        assertThat(created.text())
                .contains(secret, "Store it now", "Send test event", "How receivers verify");
        assertThat(created.header("Cache-Control")).isEqualTo("no-store");
        assertThat(admin.get("/ui/endpoints/" + id).expect(200).text())
                .contains("The &lt;b&gt;ledger&lt;/b&gt;", "whsec_••••")
                .doesNotContain(secret);
    }

    @Test
    void aFormThatIsSentTwiceMakesOne() {
        var url = journey.receiver().at("/once").url();
        String[] fields = {"url", url, "once", "req_77ab", "takes", "all"};

        var first = idIn(admin.post(NEW, fields).expect(201).text());
        api.post("/v1/webhook_endpoints/" + first + "/rotate_secret", "").expect(200);
        var again = admin.post(NEW, fields).expect(303).header("Location");
        var shown = admin.get(again).expect(200).text();
        fields[1] = url + "/other";
        var third = idIn(admin.post(NEW, fields).expect(201).text());

        assertThat(again).startsWith("/ui/endpoints/" + first);
        assertThat(shown)
                .contains("the endpoint was created then")
                .doesNotContainPattern("whsec_[A-Za-z0-9+/=]{20}");
        assertThat(third).isNotEqualTo(first);
    }

    @Test
    void whatIsWrongIsSaidBesideItsFieldAndTheRestIsKept() {
        var page =
                admin.post(
                                NEW,
                                "url",
                                "https://example.com/kept",
                                "takes",
                                "all",
                                "description",
                                "kept too",
                                "max_in_flight",
                                "many",
                                "secret",
                                "not-to-be-seen")
                        .expect(422)
                        .text();

        assertThat(page)
                .contains("id=\"max_in_flight-wrong\"", "The number of concurrent requests must be")
                .contains("value=\"https://example.com/kept\"", "value=\"kept too\"")
                .contains("aria-invalid=\"true\"")
                .doesNotContain("not-to-be-seen");
        assertThat(admin.post(NEW, "url", "", "takes", "all").expect(422).text())
                .contains("id=\"url-wrong\"");
        assertThat(
                        admin.post(NEW, "url", "https://example.com", "takes", "some")
                                .expect(422)
                                .text())
                .contains("id=\"event_types-wrong\"");
        assertThat(
                        admin.post(NEW, "url", "https://example.com", "headers", "no colon")
                                .expect(422)
                                .text())
                .contains("Write one header per line");
    }

    @Test
    void anEditKeepsWhatTheFormDoesNotSay() {
        var json = ApiClient.JSON.createObjectNode();
        json.put("url", journey.receiver().at("/edited").url()).put("description", "before");
        json.putObject("headers").put("X-Kept", "value-that-stays");
        json.putObject("retry_policy").put("kind", "list").putArray("waits_seconds").add(1);
        var made = api.createEndpoint(json);
        var id = text(made, "id");
        var edit = "/ui/endpoints/" + id + "/edit";

        var page = admin.get(edit).expect(200).text();
        assertThat(page)
                .contains("X-Kept: ***", "Its own, as set through the API", "value=\"before\"")
                .doesNotContain("value-that-stays", text(made, "secret"));
        var saved =
                admin.post(
                                edit,
                                "url",
                                text(made, "url"),
                                "description",
                                "after",
                                "headers",
                                "X-Kept: ***",
                                "retry_policy",
                                "=",
                                "rate_limit",
                                "")
                        .expect(303);

        assertThat(admin.get(saved.header("Location")).expect(200).text())
                .contains("Saved.", "after");
        var after = api.get(API + id).json();
        assertThat(after.get("retry_policy")).isEqualTo(made.get("retry_policy"));
        assertThat(after.get("headers").has("X-Kept")).isTrue();
        assertThat(after.get("event_types")).isEqualTo(made.get("event_types"));
        assertThat(api.list("/v1/audit_log?object_id=" + id))
                .extracting(deed -> text(deed, "action"))
                .containsExactly("webhook_endpoint.updated", "webhook_endpoint.created");
    }

    @Test
    void whatIsDeletedIsGone() {
        var id = text(api.createEndpoint(journey.receiver().at("/gone").url()), "id");

        var done = admin.post("/ui/endpoints/" + id + "/delete").expect(303);

        assertThat(admin.get(done.header("Location")).expect(200).text()).contains("Deleted.");
        api.get(API + id).expect(404);
        admin.get("/ui/endpoints/" + id).expect(404);
    }

    @Test
    void aTestLeadsToItsDelivery() {
        var id = text(api.createEndpoint(journey.receiver().at("/tried").url()), "id");

        var sent = admin.post("/ui/endpoints/" + id + "/test").expect(303);

        assertThat(sent.header("Location")).startsWith("/ui/deliveries/dlv_");
        assertThat(admin.get(sent.header("Location")).expect(200).text())
                .contains("waybill.test", "This is the delivery of the test event.");
        assertThat(journey.receiver().at("/tried").next().text()).contains("waybill.test");
        assertThat(
                        admin.post("/ui/endpoints/" + id + "/test", "event_type", "no.such")
                                .expect(422)
                                .text())
                .contains("There is no event type no.such");
    }

    @Test
    void enablingCanLeadToAReplayOfWhatWasMissed() {
        var id = text(api.createEndpoint(journey.receiver().at("/back").url()), "id");
        var page = "/ui/endpoints/" + id;
        admin.post(page + "/disable").expect(303);
        assertThat(admin.get(page).expect(200).text()).contains("Missed events");

        var enabled = admin.post(page + "/enable", "missed", "replay").expect(303);

        assertThat(enabled.header("Location"))
                .startsWith("/ui/replays/new?endpoint=" + id + "&since=20");
        assertThat(text(api.get(API + id).json(), "state")).isEqualTo("active");
    }

    private static String idIn(String page) {
        var found = Pattern.compile("/ui/endpoints/(whe_[0-9a-zA-Z]+)").matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}

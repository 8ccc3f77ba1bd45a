package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.Timestamps;
import dev.waybill.testing.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A user replays failed deliveries: looks at the plan, confirms it, watches and changes the
/// replay.
class ReplayPagesJourneyTest {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BATCH = 500;

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient operator =
            UiClient.of(journey).signedIn(text(api.createKey("operator"), "key"));
    private static final UiClient viewer =
            UiClient.of(journey).signedIn(text(api.createKey("viewer"), "key"));

    @Test
    void aDeadGroupIsPlannedStartedAndWatched() {
        var inbox = journey.receiver().at("/group").answers(404);
        var endpoint = dead(inbox, "dead.group", 3);
        var planned = unescaped(linkIn(admin.get("/ui/dlq").expect(200).text(), endpoint));
        var page = admin.get(planned).expect(200).text();
        assertThat(page).contains("Replay 3");

        var refused = start(admin, planned, "why", "").expect(422).text();
        assertThat(refused).contains("Give a reason", "why-wrong", "Replay 3");
        assertThat(replaysTo(endpoint)).isEmpty();

        inbox.answers(200);
        var started = start(admin, planned, "why", "The <b>receiver</b> is mended").expect(303);
        var address = started.header("Location");
        inbox.answers(404);
        publish("dead.group", 1);

        assertThat(admin.get(address).expect(200).text())
                .contains("Started. The selection is fixed", "&lt;b&gt;receiver", "of 3 ended")
                .doesNotContain("<b>receiver");
        var done =
                Eventually.get(
                        PATIENCE,
                        () -> admin.get(address).expect(200).text(),
                        text -> text.contains("All have ended"));
        assertThat(done).contains("3 of 3 ended", ">Deliveries<", "/ui/deliveries/dlv_");
        assertThat(replaysTo(endpoint)).hasSize(1);
        assertThat(replaysTo(endpoint).getFirst().get("total").intValue()).isEqualTo(3);
        assertThat(admin.get("/ui/replays").expect(200).text())
                .contains("&lt;b&gt;receiver", "Dead letters, reason exhausted, cause 404");
    }

    @Test
    void manyAskForTheirNumberAndAreDone() {
        var endpoint = dead(journey.receiver().at("/many").answers(404), "dead.many", 1_001);
        var plan = "/ui/replays/new?rate=1&endpoint=" + endpoint;
        assertThat(admin.get(plan).expect(200).text())
                .contains("Replay 1,001", "Type 1001 to confirm", "16 min")
                .contains("Replays go back at most 30 days");
        assertThat(admin.get(plan + "&range=1h").expect(200).text())
                .contains("Replay 1,001", "<dt>Captured</dt>")
                .doesNotContain("at most 30 days");

        assertThat(start(admin, plan, "why", "mended").expect(422).text())
                .contains("Type 1001 to start it", ">mended<");
        start(admin, plan, "why", "mended", "count", "1000").expect(422);
        assertThat(replaysTo(endpoint)).isEmpty();
        var address = start(admin, plan, "why", "mended", "count", "1,001").expect(303);
        var page = address.header("Location").replaceFirst("\\?.*", "");

        assertThat(admin.get("/ui").expect(200).text()).contains(page);
        assertThat(admin.get(page).expect(200).text()).contains("1 per second", "left", "Running");
        assertThat(admin.post(page + "/rate", "rate", "quick").expect(422).text())
                .contains("rate-wrong", "value=\"quick\"");
        admin.post(page + "/rate", "rate", "2").expect(303);
        admin.post(page + "/pause").expect(303);
        assertThat(admin.get(page).expect(200).text())
                .contains("2 per second", "Paused", "until it is resumed", page + "/resume");
        admin.post(page + "/resume").expect(303);
        viewer.post(page + "/cancel").expect(403);
        admin.post(page + "/cancel").expect(303);
        assertThat(admin.get(page).expect(200).text())
                .contains("Cancelled after", "of 1,001", "were not sent")
                .doesNotContain(page + "/pause", page + "/cancel");
        admin.post(page + "/pause").expect(409);
    }

    @Test
    void aPlanThatHasChangedComesBack() {
        var endpoint = dead(journey.receiver().at("/changed").answers(404), "dead.changed", 2);
        var plan = "/ui/replays/new?endpoint=" + endpoint;
        var form = formOf(admin.get(plan).expect(200).text());
        var letter = api.list("/v1/deliveries?dead_letter=open&endpoint_id=" + endpoint).getFirst();
        var body = "{\"delivery_ids\":[\"" + text(letter, "id") + "\"],\"note\":\"done by hand\"}";
        api.post("/v1/dead_letters/resolve", body).expect(200);
        form.addAll(List.of("why", "mended"));

        var answer = admin.post("/ui/replays", form.toArray(String[]::new)).expect(422).text();

        assertThat(answer)
                .contains("The plan has changed: it now has 1 delivery, not 2", "Replay 1")
                .contains("The dead letter was resolved", ">mended<");
        assertThat(replaysTo(endpoint)).isEmpty();
        assertThat(admin.get("/ui/dlq/settled").expect(200).text())
                .contains("done by hand", "/ui/deliveries/" + text(letter, "id"));
    }

    @Test
    void chosenDeliveriesAreSentAgainWhateverBecameOfThem() {
        api.createEndpoint(journey.receiver().at("/chosen").url(), "chosen.one");
        var id = text(api.awaitDelivery(api.publish("chosen.one"), "delivered"), "id");
        var endpoint = text(api.get("/v1/deliveries/" + id).json(), "endpoint_id");

        var plan = "/ui/replays/new?" + id + "=on&plan=yes";
        assertThat(admin.get(plan).expect(200).text()).contains("1 chosen delivery", "Replay 1");
        start(admin, plan, "why", "they lost it").expect(303);

        var replay = replaysTo(endpoint);
        assertThat(replay).isEmpty();
        assertThat(admin.get("/ui/replays").expect(200).text())
                .contains("they lost it", "One chosen delivery");
    }

    @Test
    void anEndpointGetsWhatItMissedWhileItWasDisabled() {
        var inbox = journey.receiver().at("/missed");
        var endpoint = text(api.createEndpoint(inbox.url(), "missed.event"), "id");
        api.awaitDelivery(api.publish("missed.event"), "delivered");
        api.post("/v1/webhook_endpoints/" + endpoint + "/disable", "{}").expect(200);
        publish("missed.event", 2);
        var enabled =
                admin.post("/ui/endpoints/" + endpoint + "/enable", "missed", "replay").expect(303);

        var plan = enabled.header("Location");
        assertThat(admin.get(plan).expect(200).text()).contains("Replay 2");
        start(operator, plan, "why", "it is back").expect(303);

        assertThat(replaysTo(endpoint).getFirst().get("total").intValue()).isEqualTo(2);
        assertThat(admin.get("/ui/replays/new?state=unreceived").expect(422).text())
                .contains("Choose one endpoint");
        assertThat(admin.get(plan + "&cause=503").expect(422).text()).contains("cause-wrong");
    }

    @Test
    void oneTooManyIsRefusedAndTheFormKept() {
        var endpoint = dead(journey.receiver().at("/twenty").answers(404), "dead.twenty", 1);
        var later = Timestamps.format(Instant.now().plus(Duration.ofDays(1)));
        var body =
                "{\"filter\":{\"endpoint_id\":\"%s\"},\"reason\":\"x\",\"start_at\":\"%s\"}"
                        .formatted(endpoint, later);
        var planned = new ArrayList<String>();
        try {
            for (var answer = api.post("/v1/replays", body);
                    answer.status() == 202;
                    answer = api.post("/v1/replays", body)) {
                planned.add(text(answer.json(), "id"));
            }

            var plan = "/ui/replays/new?endpoint=" + endpoint;
            assertThat(start(admin, plan, "why", "mended").expect(422).text())
                    .contains("20 replays are still sending", ">mended<", "Replay 1");
            assertThat(admin.get("/ui/replays").expect(200).text()).contains("Planned", "Starts ");
        } finally {
            planned.forEach(id -> api.post("/v1/replays/" + id + "/cancel", "").expect(200));
        }
    }

    @Test
    void nothingToSendCannotBeStarted() {
        var page = admin.get("/ui/replays/new?type=never.heard.of").expect(200).text();
        assertThat(page).contains("There is nothing to replay", "disabled>");
        assertThat(admin.get("/ui/replays/new").expect(200).text())
                .contains("Planning sends nothing");
        start(admin, "/ui/replays/new?type=never.heard.of", "why", "because").expect(422);
    }

    @Test
    void whatIsWrongIsSaidBesideItsField() {
        var page = admin.get("/ui/replays/new?rate=quick&type=x").expect(422).text();
        assertThat(page).contains("rate-wrong", "value=\"quick\"").doesNotContain("Replay 0");
        assertThat(admin.get("/ui/replays/new?endpoint=nothing").expect(422).text())
                .contains("endpoint-wrong");
        assertThat(admin.get("/ui/replays/new?app=nobody").expect(422).text())
                .contains("There is no app nobody");
        assertThat(admin.get("/ui/replays/new?since=2020-01-01T00:00").expect(422).text())
                .contains("since-wrong", "30 days");
    }

    @Test
    void whoMayNotIsRefused() {
        var endpoint = dead(journey.receiver().at("/refused").answers(404), "dead.refused", 1);
        var all = "/ui/replays/new?type=dead.refused";
        assertThat(viewer.get("/ui/dlq").expect(200).text()).doesNotContain("/ui/replays/new");
        assertThat(viewer.get("/ui/replays").expect(200).text()).doesNotContain("/ui/replays/new");
        viewer.get(all).expect(403);
        viewer.post("/ui/replays", "why", "because", "planned", "1").expect(403);

        assertThat(operator.get(all).expect(200).text()).contains("Only an admin can replay");
        start(operator, all, "why", "because").expect(403);
        var one = start(operator, all + "&endpoint=" + endpoint, "why", "because").expect(303);
        var page = one.header("Location").replaceFirst("\\?.*", "");
        operator.get(page).expect(200);
        var test = "{\"role\":\"admin\",\"mode\":\"test\"}";
        var other = text(api.post("/v1/api_keys", test).expect(201).json(), "key");
        UiClient.of(journey).signedIn(other).get(page).expect(404);
    }

    @Test
    void aSampleIsSentAgainAndShown() {
        var endpoint = dead(journey.receiver().at("/sample").answers(404), "dead.sample", 2);
        var newest =
                text(
                        api.list("/v1/deliveries?dead_letter=open&endpoint_id=" + endpoint)
                                .getFirst(),
                        "id");
        assertThat(admin.get("/ui/dlq").expect(200).text())
                .contains("/ui/deliveries/" + newest + "/resend");

        var sent = admin.post("/ui/deliveries/" + newest + "/resend", "once", "req_5a").expect(303);

        var page = sent.header("Location");
        assertThat(admin.get(page).expect(200).text()).contains("Resent.", newest);
        var superseded =
                Eventually.get(
                        () -> admin.get("/ui/dlq/settled").expect(200).text(),
                        text -> text.contains(newest));
        assertThat(superseded).contains("Superseded", page.replaceFirst("\\?.*", ""));
    }

    /// Sends the form next to the plan, with these values.
    private static ApiClient.Answer start(UiClient client, String plan, String... typed) {
        var form = formOf(client.get(plan).expect(200).text());
        form.addAll(Arrays.asList(typed));
        return client.post("/ui/replays", form.toArray(String[]::new));
    }

    private static List<String> formOf(String page) {
        var form = page.substring(page.indexOf("action=\"/ui/replays\""));
        var fields = new ArrayList<String>();
        var hidden = HIDDEN.matcher(form);
        while (hidden.find()) {
            fields.add(hidden.group(1));
            fields.add(unescaped(hidden.group(2)));
        }
        return fields;
    }

    private static String linkIn(String page, String endpoint) {
        var link =
                Pattern.compile("href=\"(/ui/replays/new[^\"]*" + endpoint + "[^\"]*)\"")
                        .matcher(page);
        assertThat(link.find()).as("a replay of " + endpoint).isTrue();
        return link.group(1);
    }

    private static String unescaped(String html) {
        return html.replace("&amp;", "&").replace("&#34;", "\"").replace("&#39;", "'");
    }

    private static List<JsonNode> replaysTo(String endpoint) {
        return api.list("/v1/replays?limit=100").stream()
                .filter(replay -> replay.path("endpoint_id").asString("").equals(endpoint))
                .toList();
    }

    /// An endpoint with this many dead letters of this type; returns its id.
    private static String dead(Receiver.Inbox inbox, String type, int count) {
        var json = JSON.createObjectNode().put("url", inbox.url());
        json.putNull("disable_after_failures");
        json.putArray("event_types").add(type);
        json.set(
                "retry_policy",
                JSON.readTree(
                        "{\"kind\":\"list\",\"waits_seconds\":[1],\"max_attempts\":1,"
                                + "\"window_seconds\":3600}"));
        var endpoint = text(api.createEndpoint(json), "id");
        publish(type, count);
        Eventually.get(
                PATIENCE,
                () -> api.list("/v1/dead_letters?endpoint_id=" + endpoint),
                groups -> groups.stream().mapToInt(g -> g.get("count").intValue()).sum() == count);
        return endpoint;
    }

    private static void publish(String type, int count) {
        for (int left = count; left > 0; left -= BATCH) {
            var line = "{\"type\":\"%s\",\"data\":{}}\n".formatted(type);
            api.postLines("/v1/events/batch", line.repeat(Math.min(left, BATCH))).expect(200);
        }
    }
}

package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// A customer signs in to the portal by a link, once, and is signed out when the platform revokes
/// it.
class PortalSignInJourneyTest {

    private static final String HOME = "/portal/event-types";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();

    @Test
    void aLinkLetsInOnceAndExplainsItselfAfterwards() {
        var link = mint("{}");
        var code = codeOf(link);

        var entered = enter(link).expect(303);
        var customer = UiClient.of(journey).with(entered);
        assertThat(customer.get(HOME).expect(200).text()).contains("Event types");
        assertThat(text(api.get("/v1/portal_links/" + text(link, "id")).json(), "state"))
                .isEqualTo("in_use");

        var again = enter(link).expect(303);
        assertThat(again.header("Set-Cookie")).isEmpty();
        var told = UiClient.of(journey).get(again.header("Location")).expect(200).text();
        assertThat(told).contains("This link was used before").doesNotContain(code);
    }

    @Test
    void theCookieIsOutOfReachAndFitsAFrameWhenThereIsOne() {
        var whole = enter(mint("{}")).header("Set-Cookie");
        assertThat(whole)
                .startsWith("__Host-waybill-portal=")
                .contains("HttpOnly", "Secure", "Path=/", "SameSite=Lax");
        var link = mint("{}");
        var framed =
                UiClient.of(journey)
                        .send(
                                UiClient.of(journey)
                                        .form("/portal/enter", "code", codeOf(link))
                                        .header("Sec-Fetch-Site", "same-origin")
                                        .header("Sec-Fetch-Dest", "iframe"));
        assertThat(framed.header("Set-Cookie")).contains("SameSite=None; Secure; Partitioned");
    }

    @Test
    void aLinkThatIsOverLetsNobodyIn() {
        var revoked = mint("{}");
        api.delete("/v1/portal_links/" + text(revoked, "id")).expect(204);
        var answer = enter(revoked).expect(303);
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(UiClient.of(journey).get(answer.header("Location")).text())
                .contains("This link is no longer valid");

        var unknown = UiClient.of(journey).post("/portal/enter", "code", "made-up").expect(303);
        assertThat(unknown.header("Location")).contains("why=over");
    }

    @Test
    void whoeverIsInIsOutAtOnceWhenTheLinkOrAllLinksAreWithdrawn() {
        api.createApp("tenant");
        var first = mint("{\"app\":\"tenant\"}");
        var one = UiClient.of(journey).with(enter(first));
        var other = UiClient.of(journey).with(enter(mint("{\"app\":\"tenant\"}")));
        var open = mint("{\"app\":\"tenant\"}");

        api.delete("/v1/portal_links/" + text(first, "id")).expect(204);
        assertThat(one.get(HOME).expect(303).header("Location")).contains("why=ended");
        other.get(HOME).expect(200);

        var expired = api.post("/v1/portal_links/expire", "{\"app\":\"tenant\"}").expect(200);
        assertThat(expired.json().get("expired").intValue()).isEqualTo(2);
        other.get(HOME).expect(303);
        assertThat(enter(open).header("Set-Cookie")).isEmpty();
    }

    @Test
    void whoeverLeavesIsOut() {
        var customer = UiClient.of(journey).with(enter(mint("{}")));
        var left = customer.post("/portal/leave").expect(303);
        assertThat(left.header("Location")).contains("why=left");
        customer.get(HOME).expect(303);
    }

    @Test
    void whoeverIsOutIsToldSoInTheFrameAndShownTheWayBack() {
        api.createApp("way-out");
        api.patch("/v1/apps/way-out/portal", "{\"embed_origins\":[\"https://app.example.com\"]}")
                .expect(200);
        var back = "https://app.example.com/settings";
        var body =
                "{\"app\":\"way-out\",\"session_seconds\":60,\"return_url\":\"%s\"}"
                        .formatted(back);

        var leaving = UiClient.of(journey).with(enter(mint(body)));
        var left = leaving.post("/portal/leave").expect(303);
        assertThat(left.header("Set-Cookie")).contains("Max-Age=0");
        standsInTheFrame(UiClient.of(journey).get(left.header("Location")), "You have left", back);

        var withdrawn = mint(body);
        var entered = enter(withdrawn).expect(303);
        // Longer than the session: a browser forgets a cookie that is over.
        assertThat(maxAge(entered)).isGreaterThan(24 * 3600);
        var ended = UiClient.of(journey).with(entered);
        api.delete("/v1/portal_links/" + text(withdrawn, "id")).expect(204);
        for (var way : new String[] {HOME, entered.header("Location")}) {
            var out = ended.get(way).expect(303).header("Location");
            standsInTheFrame(ended.get(out), "Your session has ended", back);
        }
        var late = ended.post("/portal/leave").expect(303);
        standsInTheFrame(ended.get(late.header("Location")), "Your session has ended", back);
    }

    private static void standsInTheFrame(ApiClient.Answer page, String title, String back) {
        assertThat(page.expect(200).text()).contains(title, "href=\"" + back + "\"");
        assertThat(page.header("Content-Security-Policy"))
                .endsWith("frame-ancestors https://app.example.com");
    }

    private static int maxAge(ApiClient.Answer answer) {
        var age = Pattern.compile("Max-Age=([0-9]+)").matcher(answer.header("Set-Cookie"));
        assertThat(age.find()).isTrue();
        return Integer.parseInt(age.group(1));
    }

    @Test
    void aLinkAndItsSessionEndWithTheKeyThatMadeThem() {
        api.createApp("leaky");
        var made =
                api.post("/v1/api_keys", "{\"role\":\"app\",\"app\":\"leaky\"}").expect(201).json();
        var leaked = api.with(text(made, "key"));
        var used = leaked.post("/v1/portal_links", "{}").expect(201).json();
        var unused = leaked.post("/v1/portal_links", "{}").expect(201).json();
        var in = UiClient.of(journey).with(enter(used));
        in.get(HOME).expect(200);

        api.delete("/v1/api_keys/" + text(made, "id")).expect(204);

        in.get(HOME).expect(303);
        assertThat(enter(unused).header("Set-Cookie")).isEmpty();
        assertThat(ApiClient.texts(api.list("/v1/portal_links?app=leaky"), "state"))
                .containsOnly("revoked");
    }

    @Test
    void aLinkEndsWhenTheUserWhoMadeItIsDisabled() {
        api.createApp("handed");
        var admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
        var invited =
                admin.post("/ui/settings/users", "name", "leaver", "role", "operator")
                        .expect(200)
                        .text();
        var code = Pattern.compile("/ui/setup#([A-Za-z0-9_-]{43})<").matcher(invited);
        assertThat(code.find()).isTrue();
        var stranger = UiClient.of(journey);
        var leaver = stranger.with(stranger.post("/ui/setup", "code", code.group(1)).expect(303));
        var page = leaver.post("/ui/apps/handed/portal/links").expect(201).text();
        var link = Pattern.compile("/portal/enter\\?link=[^#]*#([\\w-]+)").matcher(page);
        assertThat(link.find()).isTrue();
        var in = stranger.with(stranger.post("/portal/enter", "code", link.group(1)));
        in.get("/portal/endpoints").expect(200);
        var users = admin.get("/ui/settings/users").expect(200).text();
        var id = Pattern.compile("data-id=\"(usr_[0-9a-z]{26})\"").matcher(users);
        assertThat(id.find()).isTrue();

        admin.post("/ui/settings/users/" + id.group(1) + "/disable").expect(303);

        in.get("/portal/endpoints").expect(303);
    }

    @Test
    void theThemeIsKeptInAFrameToo() {
        var customer = UiClient.of(journey).with(enter(mint("{}")));
        assertThat(customer.post("/portal/theme", "theme", "dark").header("Set-Cookie"))
                .startsWith("waybill-theme=dark;")
                .contains("SameSite=Lax; Secure");
        var framed =
                customer.send(
                        customer.form("/portal/theme", "theme", "dark")
                                .header("Sec-Fetch-Site", "same-origin")
                                .header("Sec-Fetch-Dest", "iframe"));
        assertThat(framed.header("Set-Cookie")).contains("SameSite=None; Secure; Partitioned");
        var times = customer.post("/portal/times", "times", "local", "back", "/ui/settings");
        assertThat(times.expect(303).header("Location")).isEqualTo("/portal");
        assertThat(times.header("Set-Cookie")).startsWith("waybill-times=local; Path=/portal;");
    }

    @Test
    void aBrowserThatKeepsNoCookieIsTold() {
        var entered = enter(mint("{}"));
        var without = UiClient.of(journey).get(entered.header("Location")).expect(303);
        assertThat(UiClient.of(journey).get(without.header("Location")).text())
                .contains("does not store a cookie");
    }

    @Test
    void onlyListedPagesMayFrameIt() {
        api.createApp("framed");
        api.patch("/v1/apps/framed/portal", "{\"embed_origins\":[\"https://app.example.com\"]}")
                .expect(200);
        var link = mint("{\"app\":\"framed\"}");
        var page = UiClient.of(journey).get("/portal/enter?link=" + text(link, "id")).expect(200);
        assertThat(page.header("Content-Security-Policy"))
                .endsWith("frame-ancestors https://app.example.com");
        var inside = UiClient.of(journey).with(enter(link)).get(HOME).expect(200);
        assertThat(inside.header("Content-Security-Policy"))
                .endsWith("frame-ancestors https://app.example.com");

        var unlisted = mint("{}");
        var closed = UiClient.of(journey).get("/portal/enter?link=" + text(unlisted, "id"));
        assertThat(closed.header("Content-Security-Policy")).endsWith("frame-ancestors 'none'");
        assertThat(
                        UiClient.of(journey)
                                .get("/portal/enter?link=made-up")
                                .header("Content-Security-Policy"))
                .endsWith("frame-ancestors 'none'");
    }

    @Test
    void itLooksAsThePlatformSaid() {
        var look =
                "{\"product\":\"Acme <Cloud>\",\"accent\":\"#C2185B\","
                        + "\"return_url\":\"https://acme.example/settings\"}";
        api.patch("/v1/portal", look).expect(200);
        try {
            var customer = UiClient.of(journey).with(enter(mint("{}")));
            assertThat(customer.get(HOME).text())
                    .contains("Acme &lt;Cloud&gt;", "/portal/theme/c2185b.css")
                    .contains("href=\"https://acme.example/settings\"");
            assertThat(customer.get("/portal/theme/c2185b.css").expect(200).text())
                    .contains("--accent:light-dark(#c2185b,")
                    .contains("@supports not", "--accent:#c2185b;");
            assertThat(UiClient.of(journey).get("/portal/expired?why=used").text())
                    .contains("Return to Acme");
            assertThat(UiClient.of(journey).get("/catalog").expect(200).text())
                    .contains("Acme &lt;Cloud&gt;");
        } finally {
            api.patch("/v1/portal", "{\"product\":\"\",\"accent\":null,\"return_url\":null}")
                    .expect(200);
        }
        customerSeesNothingElse("/portal/theme/nothing.css");
    }

    private static void customerSeesNothingElse(String path) {
        UiClient.of(journey).get(path).expect(404);
    }

    @Test
    void aFormOfAnotherSiteLetsNobodyIn() {
        var link = mint("{}");
        var foreign =
                UiClient.of(journey)
                        .send(
                                UiClient.of(journey)
                                        .form("/portal/enter", "code", codeOf(link))
                                        .header("Sec-Fetch-Site", "cross-site"));
        assertThat(foreign.header("Set-Cookie")).isEmpty();
        assertThat(enter(link).header("Set-Cookie")).isNotEmpty();
    }

    @Test
    void whatIsAskedOfALinkIsChecked() {
        refused("{\"app\":\"nobody\"}", "/app");
        refused("{\"capabilities\":[\"fly\"]}", "/capabilities");
        refused("{\"expires_in_seconds\":0}", "/expires_in_seconds");
        refused("{\"session_seconds\":999999999}", "/session_seconds");
        refused("{\"return_url\":\"javascript:alert(1)\"}", "/return_url");
        refused("{\"return_url\":\"http://example.com/\"}", "/return_url");
        var bad = api.patch("/v1/portal", "{\"accent\":\"red;}\"}").expect(422);
        assertThat(text(bad.json(), "field")).isEqualTo("/accent");
    }

    @Test
    void anOperatorMakesALinkAndAnAdminSetsTheStageOnPages() {
        api.createApp("paged");
        var admin = UiClient.of(journey).signedIn(text(api.createKey("admin"), "key"));
        var operator = UiClient.of(journey).signedIn(text(api.createKey("operator"), "key"));

        var made =
                operator.post("/ui/apps/paged/portal/links", "capability", "send_tests")
                        .expect(201)
                        .text();
        var url =
                Pattern.compile("http://[^\"<]*/portal/enter\\?link=([^#]*)#([\\w-]+)")
                        .matcher(made);
        assertThat(url.find()).isTrue();
        var entered = UiClient.of(journey).post("/portal/enter", "code", url.group(2));
        assertThat(UiClient.of(journey).with(entered).get("/portal/endpoints").expect(200).text())
                .doesNotContain("/portal/endpoints/new");
        assertThat(operator.get("/ui/apps/paged").expect(200).text())
                .contains(url.group(1), "in use");

        var origins = "/ui/apps/paged/portal/origins";
        operator.post(origins, "embed_origins", "https://a.example").expect(403);
        admin.post(origins, "embed_origins", "https://a.example").expect(303);
        var wrong = "https://b.example\nftp://c.example/x";
        assertThat(admin.post(origins, "embed_origins", wrong).expect(422).text())
                .contains(wrong, "aria-invalid=\"true\"", "id=\"embed_origins-wrong\"")
                .contains("data-unsaved");
        assertThat(
                        api.get("/v1/apps/paged/portal")
                                .json()
                                .get("embed_origins")
                                .get(0)
                                .stringValue())
                .isEqualTo("https://a.example");
        assertThat(admin.post("/ui/settings/portal", "accent", "red").expect(422).text())
                .contains("such as #1f4fd1");
        operator.post("/ui/apps/paged/portal/expire").expect(303);
        UiClient.of(journey).with(entered).get("/portal/endpoints").expect(303);
    }

    private static void refused(String body, String field) {
        var refused = api.post("/v1/portal_links", body).expect(422);
        assertThat(text(refused.json(), "field")).isEqualTo(field);
    }

    private static JsonNode mint(String body) {
        return api.post("/v1/portal_links", body).expect(201).json();
    }

    private static String codeOf(JsonNode link) {
        return URI.create(text(link, "url")).getFragment();
    }

    private static ApiClient.Answer enter(JsonNode link) {
        return UiClient.of(journey)
                .post("/portal/enter", "code", codeOf(link), "link", text(link, "id"));
    }
}

package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Coming to the dashboard and leaving it.
class SignInJourneyTest {

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient stranger = UiClient.of(journey);

    @Test
    void whoTypesTheAddressAloneIsLedToTheDashboard() {
        assertThat(UiClient.of(journey).get("/").expect(303).header("Location")).isEqualTo("/ui");
    }

    @Test
    void aStrangerIsAskedForAKeyAndBroughtBack() {
        var answer = stranger.get("/ui/deliveries?state=failed").expect(303);

        assertThat(answer.header("Location"))
                .isEqualTo("/ui/login?next=%2Fui%2Fdeliveries%3Fstate%3Dfailed");
        var page = stranger.get(answer.header("Location")).expect(200);
        assertThat(page.text()).contains("value=\"/ui/deliveries?state=failed\"");
        var signedIn =
                stranger.post(
                                "/ui/login",
                                "key",
                                RunningService.ADMIN_KEY,
                                "next",
                                "/ui/deliveries?state=failed")
                        .expect(303);
        assertThat(signedIn.header("Location")).isEqualTo("/ui/deliveries?state=failed");
    }

    @Test
    void theCookieIsOutOfReach() {
        var answer = stranger.post("/ui/login", "key", RunningService.ADMIN_KEY).expect(303);

        assertThat(answer.header("Set-Cookie"))
                .startsWith("__Host-waybill=")
                .contains("; Path=/;", "HttpOnly", "SameSite=Lax", "Secure")
                .doesNotContain("Domain");
    }

    @Test
    void nobodyIsSentElsewhere() {
        for (var next :
                new String[] {
                    "//evil.example", "https://evil.example", "/ui//evil", "/\\evil", "/v1/events"
                }) {
            var answer =
                    stranger.post("/ui/login", "key", RunningService.ADMIN_KEY, "next", next)
                            .expect(303);
            assertThat(answer.header("Location")).isEqualTo("/ui");
        }
    }

    @Test
    void whatIsNoKeyOfAPersonIsRefused() {
        stranger.post("/ui/login", "key", "wrong").expect(401);
        stranger.post("/ui/login", "key", text(api.createKey("producer"), "key")).expect(403);
        stranger.post("/ui/login", "key", "<script>alert(1)</script>").expect(401);
    }

    @Test
    void aRevokedKeyEndsItsSessionsAtOnce() {
        var key = api.createKey("operator");
        var operator = stranger.signedIn(text(key, "key"));
        operator.get("/ui").expect(200);

        api.delete("/v1/api_keys/" + text(key, "id")).expect(204);

        operator.get("/ui").expect(303);
    }

    @Test
    void signingOutEndsTheSessionItself() {
        var admin = stranger.signedIn(RunningService.ADMIN_KEY);

        admin.post("/ui/logout").expect(303);

        assertThat(admin.get("/ui").expect(303).header("Location")).isEqualTo("/ui/login");
    }

    @Test
    void formsOfOtherSitesAreRefused() {
        var admin = stranger.signedIn(RunningService.ADMIN_KEY);
        admin.send(admin.form("/ui/logout").header("Sec-Fetch-Site", "cross-site")).expect(403);
        admin.send(admin.form("/ui/logout").header("Sec-Fetch-Site", "same-site")).expect(403);
        admin.send(admin.form("/ui/logout").header("Origin", "https://evil.example")).expect(403);
        admin.send(admin.form("/ui/logout").header("Origin", "null")).expect(403);
        admin.send(admin.form("/ui/logout")).expect(403);
        stranger.send(
                        stranger.form("/ui/login", "key", RunningService.ADMIN_KEY)
                                .header("Sec-Fetch-Site", "cross-site"))
                .expect(403);

        admin.get("/ui").expect(200);
        admin.send(admin.form("/ui/logout").header("Origin", journey.address())).expect(303);
    }

    @Test
    void aLinkSignsInOnce() {
        var link = journey.signInLink();
        var code = link.substring(link.indexOf('#') + 1);
        stranger.get("/ui/setup").expect(200);

        var admin = stranger.with(stranger.post("/ui/setup", "code", code).expect(303));

        admin.get("/ui").expect(200);
        assertThat(stranger.post("/ui/setup", "code", code).expect(403).text())
                .contains("was used before");
        stranger.post("/ui/setup", "code", "").expect(403);
    }

    @Test
    void comingAndGoingAreInTheAuditLog() {
        var key = api.createKey("viewer");
        var viewer = stranger.signedIn(text(key, "key"));
        viewer.post("/ui/logout").expect(303);

        var deeds = api.list("/v1/audit_log?object_id=" + text(key, "id"));

        assertThat(deeds.stream().map(deed -> text(deed, "action")))
                .contains("session.created", "session.ended");
        assertThat(text(deeds.getFirst(), "source")).isEqualTo("ui 127.0.0.1");
    }

    @Test
    void everyPageForbidsWhatItDoesNotNeed() {
        var page = stranger.signedIn(RunningService.ADMIN_KEY).get("/ui").expect(200);

        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(page.text()).doesNotContain(" style=", "<script>", " onclick=");
    }
}

package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The settings of the service, and the preferences of a visitor.
class SettingsJourneyTest {

    private static final Pattern KEY = Pattern.compile("wb_(live|test)_[0-9a-f]{72}");
    private static final Pattern ONCE = Pattern.compile("name=\"once\" value=\"([^\"]+)\"");

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient admin = UiClient.of(journey).signedIn(RunningService.ADMIN_KEY);
    private static final UiClient operator =
            UiClient.of(journey).signedIn(text(api.createKey("operator"), "key"));

    @Test
    void everybodyComesToTheFirstSectionTheyMaySee() {
        assertThat(admin.get("/ui/settings").expect(303).header("Location"))
                .isEqualTo("/ui/settings/keys");
        assertThat(operator.get("/ui/settings").expect(303).header("Location"))
                .isEqualTo("/ui/settings/retry-policies");
        assertThat(operator.get("/ui/settings/about").expect(200).text())
                .doesNotContain("/ui/settings/keys");
        operator.get("/ui/settings/keys").expect(403);
        operator.post("/ui/settings/keys", "role", "viewer").expect(403);
    }

    @Test
    void aKeyIsShownOnceAndWorks() {
        var once = once(admin.get("/ui/settings/keys/new").expect(200).text());
        String[] form = {"once", once, "name", "<b>ci</b>", "role", "producer", "mode", "live"};

        var made = admin.post("/ui/settings/keys", form).expect(200).text();
        var again = admin.post("/ui/settings/keys", form).expect(200).text();

        var key = KEY.matcher(made);
        assertThat(key.find()).isTrue();
        assertThat(made).contains("shown only this once", "&lt;b&gt;ci").doesNotContain("<b>ci");
        assertThat(KEY.matcher(again).find()).isFalse();
        assertThat(again).contains("cannot be shown again");
        var list = admin.get("/ui/settings/keys").expect(200).text();
        assertThat(list).contains("&lt;b&gt;ci", "producer").doesNotContain(key.group());
        assertThat(api.list("/v1/api_keys").stream().filter(one -> is(one, "<b>ci</b>")))
                .hasSize(1);
    }

    private static boolean is(tools.jackson.databind.JsonNode key, String name) {
        return text(key, "name").equals(name);
    }

    @Test
    void whatIsWrongWithAKeyIsToldBesideItsField() {
        var page =
                admin.post("/ui/settings/keys", "name", "kept", "role", "app", "app", "")
                        .expect(422)
                        .text();

        assertThat(page)
                .contains("value=\"kept\"", "A key with the role app needs an app")
                .contains("id=\"app-wrong\"", "aria-describedby=\"app-help app-wrong\"");
        assertThat(
                        admin.post("/ui/settings/keys", "role", "viewer", "expires_at", "soon")
                                .expect(422)
                                .text())
                .contains("The expiry must be a time");
    }

    @Test
    void aRevokedKeyIsRefusedAndSaysSo() {
        var key = api.createKey("viewer");
        var id = text(key, "id");

        admin.post("/ui/settings/keys/" + id + "/revoke").expect(303);

        assertThat(admin.get("/ui/settings/keys?done=revoked").expect(200).text())
                .contains("Revoked", "Requests with this key are refused");
        assertThat(text(api.get("/v1/api_keys/" + id).json(), "state")).isEqualTo("revoked");
        var deed = api.list("/v1/audit_log?object_id=" + id).getFirst();
        assertThat(text(deed, "action")).isEqualTo("api_key.revoked");
        assertThat(text(deed, "source")).startsWith("ui ");
    }

    @Test
    void aPolicyIsDrawnMadeChangedAndDeleted() {
        var blank = admin.get("/ui/settings/retry-policies/new?from=live").expect(200).text();
        assertThat(blank).contains("1m 5m 30m 2h 6h 12h 1d 2d 3d", "proportional");
        var bad =
                admin.post(
                                "/ui/settings/retry-policies",
                                "name",
                                "patient",
                                "kind",
                                "waits",
                                "times",
                                "1m soon")
                        .expect(422)
                        .text();
        assertThat(bad).contains("id=\"times-wrong\"", "1m soon");

        admin.post(
                        "/ui/settings/retry-policies",
                        "name",
                        "patient",
                        "kind",
                        "waits",
                        "times",
                        "1m, 2h",
                        "jitter",
                        "none")
                .expect(303);

        var page = admin.get("/ui/settings/retry-policies").expect(200).text();
        assertThat(page).contains("policy-patient", "custom", "<svg class=\"schedule\"");
        assertThat(
                        api.get("/v1/retry_policies/patient")
                                .json()
                                .get("waits_seconds")
                                .get(1)
                                .intValue())
                .isEqualTo(7200);
        assertThat(admin.get("/ui/settings/retry-policies/patient/edit").expect(200).text())
                .contains("value=\"1m 2h\"");
        admin.post(
                        "/ui/settings/retry-policies/patient/edit",
                        "kind",
                        "exponential",
                        "base",
                        "30s",
                        "max_attempts",
                        "4")
                .expect(303);
        assertThat(api.get("/v1/retry_policies/patient").json().get("base_seconds").intValue())
                .isEqualTo(30);
        admin.post("/ui/settings/retry-policies/patient/delete").expect(303);
        api.get("/v1/retry_policies/patient").expect(404);
        admin.post("/ui/settings/retry-policies/live/delete").expect(404);
    }

    @Test
    void aTtlShowsWhatItLeaves() {
        var page = operator.get("/ui/settings/retry-policies?ttl=6h").expect(200).text();
        assertThat(page)
                .contains("With a TTL of 6h", "class=\"boundary\"", "not made: after the TTL")
                .doesNotContain("New policy", "/edit");
        assertThat(operator.get("/ui/settings/retry-policies?ttl=1m").expect(200).text())
                .contains("always use", "brief");
        assertThat(operator.get("/ui/settings/retry-policies?ttl=%3Cb%3E").expect(400).text())
                .contains("A TTL is 1 second to 30 days", "&lt;b>")
                .doesNotContain("<b>");
    }

    @Test
    void settingsOfTheServiceSayWhereTheyComeFrom() {
        assertThat(admin.get("/ui/settings/network").expect(200).text())
                .contains("egress-ports", "80,443,1024-65535", "default", "flag")
                .contains("trusted-proxies", "none");
        assertThat(admin.get("/ui/settings/retention").expect(200).text())
                .contains("retention-events", "30 days", "Stored days", "dead_letter_note");
        assertThat(admin.get("/ui/settings/about").expect(200).text())
                .contains("PostgreSQL", "Processes alive", "migration 0")
                .doesNotContain(RunningService.ADMIN_KEY);
    }

    @Test
    void whatAVisitorPrefersIsOnEveryPage() {
        var page = admin.get("/ui").expect(200).text();
        assertThat(page).contains("data-times=\"utc\" data-keys=\"on\"");

        var times = admin.post("/ui/times", "times", "local", "back", "/ui/settings/preferences");

        assertThat(times.expect(303).header("Location")).isEqualTo("/ui/settings/preferences");
        assertThat(times.header("Set-Cookie")).startsWith("waybill-times=local; Path=/ui;");
        assertThat(admin.post("/ui/keys", "keys", "off").expect(303).header("Set-Cookie"))
                .startsWith("waybill-keys=off;");
        assertThat(admin.post("/ui/theme", "theme", "<script>").expect(303).header("Set-Cookie"))
                .startsWith("waybill-theme=system;");
    }

    private static String once(String page) {
        var found = ONCE.matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}

package dev.waybill.journey;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The first run: from the link to a sign-in of one's own.
class WelcomeJourneyTest {

    private static final String PASSWORD = "WaybillMarker first pass";

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final UiClient stranger = UiClient.of(journey);

    @Test
    void theFirstAdminMakesASignInOfTheirOwn() {
        assertThat(stranger.get("/ui/login").expect(200).text()).doesNotContain("name=\"name\"");
        var came = stranger.post("/ui/setup", "code", code()).expect(303);
        assertThat(came.header("Location")).isEqualTo("/ui/welcome");
        var first = stranger.with(came);
        assertThat(first.get("/ui/welcome").expect(200).text())
                .contains("Create your sign-in", "Skip");
        assertThat(
                        first.post("/ui/welcome", "name", "ada", "password", "short", "again", "")
                                .expect(422)
                                .text())
                .contains("at least 12 characters", "value=\"ada\"")
                .doesNotContain("short");
        first.post("/ui/welcome", "name", "ada", "password", PASSWORD, "again", "other one")
                .expect(422);

        var made =
                first.post("/ui/welcome", "name", "ada", "password", PASSWORD, "again", PASSWORD)
                        .expect(303);

        var ada = stranger.with(made);
        assertThat(ada.get("/ui/settings/users").expect(200).text()).contains("ada", "you");
        first.get("/ui").expect(303);
        assertThat(stranger.get("/ui/login").expect(200).text()).contains("name=\"name\"");
        stranger.post("/ui/login", "name", "Ada", "password", PASSWORD).expect(303);
        assertThat(ada.get("/ui/welcome").expect(303).header("Location")).isEqualTo("/ui");
        assertThat(stranger.post("/ui/setup", "code", code()).expect(303).header("Location"))
                .isEqualTo("/ui");
    }

    private static String code() {
        var link = journey.signInLink();
        return link.substring(link.indexOf('#') + 1);
    }
}

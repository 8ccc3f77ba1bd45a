package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// People with names and passwords. `./check` looks for these passwords in everything that was
/// logged or written.
class UsersJourneyTest {

    private static final String PASSWORD = "WaybillMarker pass word";
    private static final Pattern CODE = Pattern.compile("/ui/setup#([A-Za-z0-9_-]{43})<");
    private static final Pattern ID = Pattern.compile("data-id=\"(usr_[0-9a-z]{26})\"");

    @RegisterExtension static final Journey journey = Journey.dev();

    private static final ApiClient api = journey.api();
    private static final UiClient stranger = UiClient.of(journey);
    private static final UiClient admin = stranger.signedIn(RunningService.ADMIN_KEY);

    private static UiClient signedIn(String name, String password) {
        return stranger.with(
                stranger.post("/ui/login", "name", name, "password", password).expect(303));
    }

    /// A user with a password, and their id.
    private static String user(String name, String role) {
        var made = admin.post("/ui/settings/users", "name", name, "role", role).expect(200).text();
        choose(code(made), PASSWORD);
        return idOf(name);
    }

    private static UiClient choose(String code, String password) {
        var came = stranger.post("/ui/setup", "code", code).expect(303);
        assertThat(came.header("Location")).isEqualTo("/ui/settings/password");
        var they = stranger.with(came);
        they.post("/ui/settings/password", "password", password, "again", password).expect(303);
        return they;
    }

    private static String code(String page) {
        var found = CODE.matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private static String idOf(String name) {
        var page = admin.get("/ui/settings/users").expect(200).text();
        int at = page.indexOf(">" + name);
        var ids = ID.matcher(page.substring(0, at));
        var last = "";
        while (ids.find()) {
            last = ids.group(1);
        }
        return last;
    }

    private static List<String> deeds(String id) {
        return api.list("/v1/audit_log?object_id=" + id).stream()
                .map(deed -> text(deed, "action"))
                .toList();
    }

    @Test
    void somebodyIsInvitedChoosesAPasswordAndActsByTheirName() {
        var id = user("Ada@Example.com", "operator");

        var ada = signedIn("ada@example.COM", PASSWORD);

        assertThat(ada.get("/ui/settings/preferences").expect(200).text())
                .contains("Ada@Example.com", "Change password");
        ada.get("/ui/settings/keys").expect(403);
        var endpoint = text(api.createEndpoint(journey.receiver().at("/ada").url(), "ada"), "id");
        ada.post("/ui/endpoints/" + endpoint + "/pause", "reason", "upkeep").expect(303);
        var deed = api.list("/v1/audit_log?object_id=" + endpoint).getFirst();
        assertThat(text(deed, "actor")).isEqualTo(id);
        assertThat(admin.get("/ui/audit?object=" + endpoint).expect(200).text())
                .contains("Ada@Example.com · " + id);
        assertThat(deeds(id)).contains("user.created", "user.password_changed", "session.created");
        ada.post("/ui/mode", "mode", "test").expect(303);
        assertThat(ada.get("/ui").expect(200).text()).contains("Test mode");
    }

    @Test
    void whatIsWrongIsNotSaid() {
        user("grace", "viewer");

        var unknown = stranger.post("/ui/login", "name", "nobody", "password", PASSWORD);
        var wrong = stranger.post("/ui/login", "name", "grace", "password", "not the password");

        assertThat(unknown.expect(401).text()).contains("The name or the password is wrong.");
        assertThat(wrong.expect(401).text().replace("grace", "nobody")).isEqualTo(unknown.text());
        stranger.post("/ui/login", "name", "grace", "password", "x".repeat(1000)).expect(401);
    }

    @Test
    void whoGuessesWaits() {
        // At once, because the wait is shorter than a guess may take on a busy machine.
        var answers =
                Stream.of("guessed", "GUESSED", "Guessed", "guessed", "guessed", "guessed")
                        .map(name ->
                                CompletableFuture.supplyAsync(
                                        () -> guess(name), Thread::startVirtualThread))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .sorted(Comparator.comparingInt(ApiClient.Answer::status))
                        .toList();

        assertThat(answers)
                .extracting(ApiClient.Answer::status)
                .containsExactly(401, 401, 401, 401, 401, 429);
        var waits = answers.getLast();
        // A second, and the part of it that passed before the fifth.
        assertThat(waits.text()).containsPattern("Try again in [12] s\\.");
        assertThat(waits.header("Retry-After")).matches("[12]");
    }

    private static ApiClient.Answer guess(String name) {
        return stranger.post("/ui/login", "name", name, "password", "a guess");
    }

    @Test
    void whoeverIsDisabledIsOutAtOnce() {
        var id = user("mallory", "operator");
        var mallory = signedIn("mallory", PASSWORD);
        mallory.get("/ui").expect(200);

        admin.post("/ui/settings/users/" + id + "/disable").expect(303);

        mallory.get("/ui").expect(303);
        stranger.post("/ui/login", "name", "mallory", "password", PASSWORD).expect(401);
        admin.post("/ui/settings/users/" + id + "/link").expect(409);
        admin.post("/ui/settings/users/" + id + "/enable").expect(303);
        mallory.get("/ui").expect(303);
        var again = signedIn("mallory", PASSWORD);
        admin.post("/ui/settings/users/" + id + "/delete").expect(303);
        again.get("/ui").expect(303);
        assertThat(deeds(id)).contains("user.disabled", "user.enabled", "user.deleted");
    }

    @Test
    void anotherPasswordEndsTheOtherSessions() {
        user("linus", "viewer");
        var here = signedIn("linus", PASSWORD);
        var elsewhere = signedIn("linus", PASSWORD);
        var other = "WaybillMarker another pass";

        here.post("/ui/settings/password", "current", "no", "password", other, "again", other)
                .expect(422);
        here.post("/ui/settings/password", "password", other, "again", other).expect(422);
        here.post("/ui/settings/password", "current", PASSWORD, "password", "short", "again", "")
                .expect(422);
        elsewhere.get("/ui").expect(200);
        here.post("/ui/settings/password", "current", PASSWORD, "password", other, "again", other)
                .expect(303);

        here.get("/ui").expect(200);
        elsewhere.get("/ui").expect(303);
        stranger.post("/ui/login", "name", "linus", "password", PASSWORD).expect(401);
        signedIn("linus", other);
    }

    @Test
    void aLinkWorksOnceAndOnlyTheLast() {
        var id = user("alan", "viewer");
        var first = code(admin.post("/ui/settings/users/" + id + "/link").expect(200).text());
        var second = code(admin.post("/ui/settings/users/" + id + "/link").expect(200).text());

        stranger.post("/ui/setup", "code", first).expect(403);
        choose(second, "WaybillMarker chosen anew");

        stranger.post("/ui/setup", "code", second).expect(403);
        signedIn("alan", "WaybillMarker chosen anew");
        assertThat(deeds(id)).contains("user.link_made");
    }

    @Test
    void aRoleHoldsFromTheNextLookOn() {
        var id = user("edsger", "admin");
        var edsger = signedIn("edsger", PASSWORD);
        edsger.get("/ui/settings/users").expect(200);
        edsger.post("/ui/settings/users/" + id + "/role", "role", "viewer").expect(409);
        edsger.post("/ui/settings/users/" + id + "/disable").expect(409);

        admin.post("/ui/settings/users/" + id + "/role", "role", "viewer").expect(303);

        edsger.get("/ui/settings/users").expect(403);
        edsger.get("/ui/settings/preferences").expect(200);
        admin.post("/ui/settings/users/" + id + "/role", "role", "app").expect(422);
    }

    @Test
    void namesAreToldApartWithoutTheirCase() {
        user("Barbara", "viewer");

        var page =
                admin.post("/ui/settings/users", "name", "BARBARA", "role", "viewer")
                        .expect(409)
                        .text();

        assertThat(page).contains("There is already a user called BARBARA", "id=\"name-wrong\"");
        admin.post("/ui/settings/users", "name", "", "role", "viewer").expect(422);
        admin.post("/ui/settings/users", "name", "x".repeat(201), "role", "viewer").expect(422);
    }

    @Test
    void whoCameWithAKeyHasNoPassword() {
        admin.get("/ui/settings/password").expect(404);
        admin.post("/ui/settings/password", "password", PASSWORD, "again", PASSWORD).expect(404);
    }
}

package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.engine.audit.Actor;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What mails to owners say, and how many there are.
class OwnerMailTest {

    private static final TestDatabase DB = TestDatabase.create();

    private static final String FAILING = "Your webhook endpoint is failing: ";

    private final AlertWorld world = new AlertWorld(DB);

    @AfterEach
    void clear() {
        world.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void aMailNamesTheLastFiveEventsAndTheirAnswers() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        for (int i = 0; i < 6; i++) {
            delivery(endpoint, i == 5 ? null : 500 + i);
        }

        fail(List.of(endpoint), Duration.ofMinutes(80));

        var text = text(0);
        assertThat(text).contains("answered 501", "answered 504", "no answer").contains("pending");
        assertThat(text).doesNotContain("answered 500");
        assertThat(text.split("invoice\\.paid evt_", -1)).hasSize(6);
        assertThat(text).contains("Deliveries are retried until 2026-05-04T12:00:00");
    }

    @Test
    void theMailAboutAnEndpointThatIsPausedDoesNotSayThatItWorks() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();
        fail(List.of(endpoint), Duration.ofMinutes(80));
        assertThat(subjects()).hasSize(1);

        change(process, endpoint, EndpointAction.PAUSE, Fixtures.ACT);
        steps(20);

        assertThat(subjects()).hasSize(2).last().asString().contains("is out of service");
        assertThat(text(1)).contains("is out of service").doesNotContain("again");
    }

    @Test
    void anEndpointThatWaybillDisablesIsOneEndpoint() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();
        fail(List.of(endpoint), Duration.ofMinutes(80));

        change(process, endpoint, EndpointAction.DISABLE, Actor.ITSELF);
        steps(20);

        assertThat(subjects()).hasSize(2).last().asString().contains("was taken out of service");
    }

    @Test
    void theEndOfASpikeDoesNotRepeatTheAccusation() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();

        world.sum(endpoint, 10, 0, 0, 20);
        steps(12);

        assertThat(subjects())
                .containsExactly(
                        "Your webhook endpoint rejects deliveries: https://host1.customer.example"
                                + "/hook",
                        "Your webhook endpoint rejects no more deliveries:"
                                + " https://host1.customer.example/hook");
        assertThat(text(1)).contains("no further").doesNotContain("20 deliveries");
    }

    @Test
    void endpointsThatRecoverTogetherNeedNoAttention() throws Exception {
        var endpoints =
                List.of(world.endpoint(1, AlertWorld.OWNER), world.endpoint(2, AlertWorld.OWNER));
        world.process();
        fail(endpoints, Duration.ofMinutes(80));

        for (var endpoint : endpoints) {
            world.attempts(endpoint, 1, 0);
        }
        steps(20);

        assertThat(subjects())
                .containsExactly(
                        "2 of your webhook endpoints need attention",
                        "2 of your webhook endpoints work again");
    }

    /// The fifth news of a day wait until the first mail is a day old.
    @Test
    void anAddressGetsFourMailsADay() throws Exception {
        var endpoints = new ArrayList<Endpoint>();
        for (int i = 1; i <= 6; i++) {
            endpoints.add(world.endpoint(i, AlertWorld.OWNER));
        }
        world.process();

        // One after the other begins to fail, two hours apart.
        for (int i = 1; i <= 6; i++) {
            fail(endpoints.subList(0, i), Duration.ofHours(2));
        }
        assertThat(subjects()).hasSize(4).allMatch(subject -> subject.startsWith(FAILING));

        fail(endpoints, Duration.ofHours(14));
        assertThat(subjects()).hasSize(5);
        assertThat(text(4)).contains("host5.customer.example", "host6.customer.example");
    }

    /// One person may own endpoints of many apps.
    @Test
    void endpointsOfSeveralAppsShareTheMailsOfAnAddress() throws Exception {
        var endpoints = new ArrayList<Endpoint>();
        for (int i = 1; i <= 3; i++) {
            endpoints.add(ofApp("app" + i, world.endpoint(i, AlertWorld.OWNER)));
        }
        DB.execute("DELETE FROM owner_address WHERE app_id = ?", Apps.DEFAULT);
        // The customer of the third app only says that the address is theirs.
        DB.execute(
                "UPDATE owner_address SET state = 'unconfirmed' WHERE app_id = ?",
                endpoints.get(2).appId());
        world.process();

        fail(endpoints, Duration.ofMinutes(80));

        assertThat(subjects()).containsExactly("2 of your webhook endpoints need attention");
        assertThat(text(0))
                .contains("host1.customer.example", "host2.customer.example")
                .doesNotContain("host3.customer.example");
    }

    private Endpoint ofApp(String uid, Endpoint endpoint) {
        var app = world.fixtures.ids().next();
        DB.execute(
                "INSERT INTO app (id, uid, name, created_at, updated_at, access_version)"
                        + " VALUES (?, ?, ?, now(), now(), 1)",
                app,
                uid,
                uid);
        DB.execute("UPDATE endpoint SET app_id = ? WHERE id = ?", app, endpoint.id());
        DB.execute(
                """
                INSERT INTO owner_address (app_id, address, state, token, updated_at)
                VALUES (?, ?, 'confirmed', ?, now())
                """,
                app,
                AlertWorld.OWNER,
                "token-" + uid);
        return new Endpoint(
                endpoint.id(),
                app,
                endpoint.mode(),
                endpoint.settings(),
                endpoint.credentials(),
                endpoint.standing(),
                endpoint.createdAt(),
                endpoint.updatedAt(),
                false);
    }

    /// A delivery that was attempted once.
    private void delivery(Endpoint endpoint, @Nullable Integer status) {
        var id = world.fixtures.delivery().to(endpoint).attempted(1).insert();
        DB.execute(
                """
                INSERT INTO attempt (
                    delivery_id, attempt, id, started_at, duration_ms, outcome, status, fault, url,
                    signature)
                VALUES (?, 1, ?, ?, 5, 'failed', ?, ?, 'https://hooks.example/', 'v1,x')
                """,
                id,
                world.fixtures.ids().next(),
                world.clock.instant(),
                status,
                status == null ? "reset" : null);
    }

    private void change(
            AlertWorld.Member process, Endpoint endpoint, EndpointAction action, Actor actor)
            throws SQLException {
        process.engine()
                .states()
                .actOnAll(List.of(endpoint.id()), action, "consecutive_failures", actor);
        process.engine().routes().refresh();
    }

    private void fail(List<Endpoint> endpoints, Duration length) throws InterruptedException {
        for (long i = 0; i < length.toMinutes() / 5; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 2);
            }
            world.step();
        }
    }

    private void steps(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            world.step();
        }
    }

    private List<String> subjects() throws Exception {
        var subjects = new ArrayList<String>();
        for (var mail : world.mailsTo(AlertWorld.OWNER)) {
            subjects.add(mail.getSubject());
        }
        return subjects;
    }

    private String text(int index) throws Exception {
        return AlertWorld.text(world.mailsTo(AlertWorld.OWNER).get(index));
    }
}

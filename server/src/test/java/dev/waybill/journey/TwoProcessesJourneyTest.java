package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.Eventually;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Two services share one PostgreSQL: a change through one takes effect in the other, and if one
/// dies the other finishes its work.
class TwoProcessesJourneyTest {

    /// The life of a dead process ends after a minute, and another process must notice it.
    private static final Duration RESCUE_MAX = Duration.ofSeconds(100);

    private static Receiver receiver;
    private static ServiceProcess one;
    private static ServiceProcess two;
    private static ApiClient apiOne;
    private static ApiClient apiTwo;
    private static String database;

    @BeforeAll
    static void startBoth() throws IOException, SQLException {
        receiver = Receiver.start();
        database = Postgres.newEmptyDatabase();
        // At once, on an empty database: one of them migrates, the other waits for it.
        one = ServiceProcess.onDatabase(database);
        two = ServiceProcess.onDatabase(database);
        apiOne = one.api();
        apiTwo = two.api();
    }

    @AfterAll
    static void stop() {
        apiOne.close();
        apiTwo.close();
        one.close();
        two.close();
        receiver.close();
    }

    @Test
    void whatIsChangedThroughOneHoldsForTheNextEventThroughTheOther() {
        for (int i = 0; i < 20; i++) {
            var type = "shared.t" + i;
            var here = i % 2 == 0 ? apiOne : apiTwo;
            var there = i % 2 == 0 ? apiTwo : apiOne;

            var endpoint = here.createEndpoint(receiver.at("/" + i).url(), type);
            var eventId = there.publish(type);
            here.delete("/v1/webhook_endpoints/" + text(endpoint, "id")).expect(204);
            var late = there.publish(type);

            assertThat(text(there.event(late), "status")).isEqualTo("no_deliveries");
            assertThat(here.event(eventId).get("deliveries")).hasSize(1);
        }
    }

    @Test
    void eventsThroughBothReachAnEndpointOnce() {
        var inbox = receiver.at("/shared");
        apiOne.createEndpoint(inbox.url(), "shared.once");
        var eventIds = new HashSet<String>();
        for (int i = 0; i < 50; i++) {
            eventIds.add(apiOne.publish("shared.once"));
            eventIds.add(apiTwo.publish("shared.once"));
        }

        var delivered = "/v1/deliveries?state=delivered&event_type=shared.once&limit=500";
        Eventually.holds(() -> apiOne.list(delivered).size() == eventIds.size());

        assertThat(inbox.all().stream().map(request -> request.header("webhook-id")))
                .containsExactlyInAnyOrderElementsOf(eventIds);
    }

    @Test
    @EnabledIfSystemProperty(named = "slow", matches = "true")
    void whatADeadProcessHadInHandIsDeliveredByTheOther() throws IOException {
        var dead = new CountDownLatch(1);
        var inbox =
                receiver.at("/rescued")
                        .answers(_ -> {
                            dead.await();
                            return Receiver.Answer.of(200);
                        });
        apiTwo.createEndpoint(inbox.url(), "shared.rescued");
        String eventId;
        try (var dying = ServiceProcess.onDatabase(database);
                var api = dying.api()) {
            eventId = api.publish("shared.rescued");
            inbox.next();
            dying.kill();
        }
        dead.countDown();

        var delivery =
                Eventually.get(
                        RESCUE_MAX,
                        () -> apiTwo.delivery(eventId),
                        seen -> text(seen, "state").equals("delivered"));
        assertThat(delivery.get("attempts").intValue()).isEqualTo(1);
        assertThat(inbox.count()).isEqualTo(2);
    }
}

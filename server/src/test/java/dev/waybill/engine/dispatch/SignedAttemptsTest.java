package dev.waybill.engine.dispatch;

import static dev.waybill.testing.Behaviour.respond;
import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Scope;
import dev.waybill.domain.delivery.Claim;
import dev.waybill.domain.delivery.Progress;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.retry.RetryPolicies;
import dev.waybill.engine.deliver.client.PinnedSender;
import dev.waybill.engine.deliver.egress.EgressGuard;
import dev.waybill.engine.deliver.egress.PortPolicy;
import dev.waybill.engine.deliver.egress.SystemResolver;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.ManualClock;
import dev.waybill.testing.ScriptedEndpoint;
import dev.waybill.testing.ScriptedEndpoint.Received;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From the secret as it is kept to the bytes that a receiver gets, by a clock that is set.
class SignedAttemptsTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final SystemResolver RESOLVER = new SystemResolver();
    private static final String OLD = Fixtures.SECRET;
    private static final String NEW = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final Duration DAY = Duration.ofDays(1);

    private final ManualClock clock = new ManualClock();
    private final Fixtures fixtures = new Fixtures(DB, clock);
    private final ScriptedEndpoint receiver = ScriptedEndpoint.that(respond(200));
    private final PinnedSender sender =
            new PinnedSender(
                    new EgressGuard(true, PortPolicy.DEFAULT, List.of(), RESOLVER), clock, null);
    private final UUID endpoint = fixtures.endpoint().id();

    SignedAttemptsTest() {
        DB.execute("UPDATE endpoint SET url = ? WHERE id = ?", receiver.url(), endpoint);
    }

    @AfterEach
    void clear() throws Exception {
        receiver.close();
        sender.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        RESOLVER.close();
        DB.close();
    }

    /// As published; others have computed them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                """
                STANDARD | whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | msg_p5jXN8AQM9LWM0D4loKWxJek \
                | 1614265330 | {"test": 2432232314} | webhook-signature \
                | v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=\
                """,
                """
                STANDARD | whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD \
                | msg_27UH4WbU6Z5A5EzD8u03UvzRbpk | 1649367553 \
                | {"email":"test@example.com","username":"test_user"} | webhook-signature \
                | v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=\
                """,
                """
                STANDARD_ED25519 | whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKki\
                oLlX0dRqSKJp4AJ6p9lMicMFs6Kvg== | msg_p5jXN8AQM9LWM0D4loKWxJek \
                | 1614265330 | {"test": 2432232314} | webhook-signature \
                | v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mN\
                l8EM+m7TBAg==\
                """,
                """
                HEX | whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | msg_p5jXN8AQM9LWM0D4loKWxJek \
                | 1614265330 | {"test": 2432232314} | x-webhook-signature \
                | v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964\
                """,
            })
    void theVectorsArrive(
            SignatureScheme scheme,
            String secret,
            String id,
            long timestamp,
            String body,
            String header,
            String entry)
            throws Exception {
        rotate(scheme, secret, Duration.ZERO);
        clock.set(Instant.ofEpochSecond(timestamp));

        var request = attempt(worker(1), id, body);

        assertThat(request.body()).isEqualTo(body.getBytes(UTF_8));
        assertThat(request.header("webhook-id")).isEqualTo(id);
        assertThat(request.header("webhook-timestamp")).isEqualTo(Long.toString(timestamp));
        assertThat(List.of(String.valueOf(request.header(header)).split("[ ]", -1)))
                .last()
                .isEqualTo(entry);
    }

    @Test
    void duringTheOverlapBothSecretsVerifyAndAfterItOnlyTheNew() throws Exception {
        rotate(SignatureScheme.STANDARD, NEW, DAY);
        var worker = worker(1);
        assertThat(entries(worker)).containsExactly(signed(NEW), signed(OLD));

        clock.set(NOON.plus(DAY).minusMillis(1));
        assertThat(entries(worker)).containsExactly(signed(NEW), signed(OLD));
        assertThat(entries(worker(2))).as("restarted").containsExactly(signed(NEW), signed(OLD));

        clock.set(NOON.plus(DAY));
        assertThat(entries(worker)).containsExactly(signed(NEW));
        assertThat(entries(worker(3))).as("restarted").containsExactly(signed(NEW));
    }

    @Test
    void whoeverKnowsTheEndpointAlreadySignsAnewAtItsNextRefresh() throws Exception {
        var worker = worker(1);
        assertThat(entries(worker)).containsExactly(signed(OLD));

        rotate(SignatureScheme.STANDARD, NEW, Duration.ZERO);
        worker.routes.refresh();

        assertThat(entries(worker)).containsExactly(signed(NEW));
    }

    private Worker worker(int number) {
        return new Worker(DB, clock, number, sender, () -> 0.5);
    }

    private void rotate(SignatureScheme scheme, String secret, Duration overlap) {
        var scope = new Scope(null, Mode.LIVE);
        assertThat(
                        fixtures.endpoints()
                                .rotate(endpoint, scope, Fixtures.ACT, scheme, secret, overlap))
                .isPresent();
    }

    private List<String> entries(Worker worker) throws Exception {
        var request = attempt(worker, "evt_1", "{}");
        return List.of(String.valueOf(request.header("webhook-signature")).split(" ", -1));
    }

    /// By the independent library.
    private String signed(String secret) throws Exception {
        return new Webhook(secret).sign("evt_1", clock.instant().getEpochSecond(), "{}");
    }

    private Received attempt(Worker worker, String eventId, String body) throws Exception {
        worker.live();
        var claim =
                new Claim(
                        fixtures.ids().next(),
                        endpoint,
                        Apps.DEFAULT,
                        clock.instant(),
                        lease(worker),
                        new Envelope(eventId, "a.b", body.getBytes(UTF_8), null, null),
                        Progress.fresh(clock.instant().plusSeconds(3_600), null),
                        RetryPolicies.LIVE,
                        null);
        worker.attempts.attempt(claim);
        return receiver.take();
    }

    private UUID lease(Worker worker) {
        var lease = fixtures.ids().next();
        worker.leases.hold(lease, worker.leases.life(), 1);
        return lease;
    }
}

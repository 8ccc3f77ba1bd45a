package dev.waybill.feature.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMailUtil;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Thresholds;
import dev.waybill.domain.endpoint.Endpoint;
import dev.waybill.testing.TestDatabase;
import jakarta.mail.Message.RecipientType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// An endpoint fails: who is told, when, and how often.
class FailingEndpointTest {

    private static final TestDatabase DB = TestDatabase.create();

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
    void anOwnerIsToldFourTimesAndSupportWithHim() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();

        fail(endpoint, Duration.ofMinutes(60));
        assertThat(world.mailsTo(AlertWorld.OWNER)).isEmpty();
        fail(endpoint, Duration.ofMinutes(15));
        assertThat(subjects()).containsExactly(failing());
        fail(endpoint, Duration.ofHours(24));
        assertThat(subjects()).containsExactly(failing(), failing());
        fail(endpoint, Duration.ofHours(36));
        assertThat(subjects()).hasSize(3).last().asString().contains("about to give up");
        fail(endpoint, Duration.ofHours(11));
        world.gaveUp(endpoint, 12);
        fail(endpoint, Duration.ofHours(10));
        assertThat(subjects()).hasSize(4).last().asString().contains("lost");
        assertThat(world.alerts()).containsExactly("endpoint.failing lost t");

        var mails = world.mailsTo(AlertWorld.OWNER);
        var first = mails.getFirst();
        assertThat(first.getRecipients(RecipientType.CC)).isNull();
        assertThat(first.getHeader("List-Unsubscribe")[0])
                .isEqualTo(
                        "<https://hooks.platform.example/mail/unsubscribe?token=token-"
                                + AlertWorld.OWNER
                                + ">");
        assertThat(first.getHeader("List-Unsubscribe-Post")[0])
                .isEqualTo("List-Unsubscribe=One-Click");
        assertThat(first.getMessageID()).endsWith("@platform.example>");
        assertThat(text(0))
                .contains("https://host1.customer.example/hook")
                .contains("2026-05-01T12:00:00")
                .contains("https://hooks.platform.example/portal/endpoints/whe_");
        assertThat(text(3)).contains("12 deliveries were not delivered");
        assertThat(world.mailsTo(AlertWorld.SUPPORT)).hasSize(4);
    }

    /// Whoever follows a link of the owner acts for the owner, and a URL may carry a secret.
    @Test
    void theCopyForSupportHasNoLinksOfTheOwnerAndNoWholeUrl() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var url = "https://host1.customer.example/hooks/WaybillMarkerX?a=b";
        DB.execute("UPDATE endpoint SET url = ?", url);
        world.process();

        fail(endpoint, Duration.ofMinutes(80));

        assertThat(AlertWorld.text(world.mailsTo(AlertWorld.OWNER).getFirst())).contains(url);
        var copy = world.mailsTo(AlertWorld.SUPPORT).getFirst();
        assertThat(copy.getSubject())
                .isEqualTo(
                        "Copy to support: Your webhook endpoint is failing:"
                                + " https://host1.customer.example/hooks/…");
        assertThat(copy.getHeader("List-Unsubscribe")).isNull();
        assertThat(copy.getRecipients(RecipientType.CC)).isNull();
        assertThat(AlertWorld.text(copy))
                .contains("host1.customer.example", AlertWorld.OWNER)
                .doesNotContain("token", "WaybillMarker", "/portal/");
        assertThat(DB.rows("SELECT summary FROM alert").getFirst()).doesNotContain("WaybillMarker");
    }

    @Test
    void aRecoveryIsToldOnce() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        fail(endpoint, Duration.ofMinutes(80));

        world.attempts(endpoint, 3, 0);
        for (int i = 0; i < 20; i++) {
            world.step();
        }

        assertThat(subjects()).hasSize(2).last().asString().contains("works again");
        assertThat(world.alerts()).containsExactly("endpoint.failing first f");
    }

    /// The owner is not left with "works again" while it fails, and is told the end again.
    @Test
    void anEndpointThatFailsAgainIsToldAgain() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        fail(endpoint, Duration.ofMinutes(80));
        work(endpoint, Duration.ofMinutes(40));
        assertThat(subjects()).hasSize(2).last().asString().contains("works again");

        fail(endpoint, Duration.ofMinutes(80));

        assertThat(subjects()).hasSize(3).last().isEqualTo(failing());
        assertThat(summary()).contains("has been failing since 2026-05-01T14:00:00");
        work(endpoint, Duration.ofMinutes(40));
        assertThat(summary()).contains("accepts deliveries again");
        assertThat(world.alerts()).containsExactly("endpoint.failing first t");
        work(endpoint, Duration.ofHours(6));
        assertThat(world.alerts()).containsExactly("endpoint.failing first f");
        assertThat(subjects()).hasSize(4).last().asString().contains("works again");
    }

    @Test
    void aShortRecoveryIsNotToldAsAnEnd() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        fail(endpoint, Duration.ofMinutes(80));
        work(endpoint, Duration.ofMinutes(10));

        fail(endpoint, Duration.ofMinutes(80));

        assertThat(subjects()).containsExactly(failing());
        assertThat(world.alerts()).containsExactly("endpoint.failing first t");
    }

    /// The policy of the event type counts where the endpoint has none.
    @Test
    void anOwnerIsToldBeforeTheShortestPolicyGivesUp() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        DB.execute(
                """
                INSERT INTO event_type (
                    name, description, guidance, retry_policy, validate, deprecated, hidden,
                    created_at, updated_at)
                VALUES ('a.b', '', '', 'test', false, false, false, now(), now())
                """);
        world.process();

        fail(endpoint, Duration.ofMinutes(80));
        assertThat(summary()).contains("retried until 2026-05-01T18:00:00");
        fail(endpoint, Duration.ofMinutes(220));

        assertThat(subjects()).hasSize(2).last().asString().contains("about to give up");
    }

    @Test
    void noRetriesArePromisedForWhatIsLost() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        for (int i = 0; i < 16; i++) {
            world.answers4xx(endpoint, 6, 2);
            world.step();
        }

        assertThat(world.alerts()).containsExactly("endpoint.failing expiring t");
        assertThat(summary()).contains("are dead letters").doesNotContain("retried");
        assertThat(subjects()).hasSize(1);
        work(endpoint, Duration.ofMinutes(30));
        assertThat(summary()).contains("accepts deliveries again. 32 deliveries");
    }

    /// The summary counts what was lost in the failure, and nothing before it.
    @Test
    void whatWasLostBeforeDoesNotCount() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        world.sum(endpoint, 5, 0, 100, 0);
        world.step();
        fail(endpoint, Duration.ofHours(73));
        world.gaveUp(endpoint, 12);
        fail(endpoint, Duration.ofMinutes(15));

        assertThat(world.alerts()).containsExactly("endpoint.failing lost t");
        assertThat(summary()).contains("12 deliveries were not delivered");
    }

    @Test
    void anEndpointThatComesCloseIsNotAnAlert() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();

        fail(endpoint, Duration.ofMinutes(55));
        world.attempts(endpoint, 1, 0);
        for (int i = 0; i < 20; i++) {
            world.step();
        }

        assertThat(world.alerts()).isEmpty();
        assertThat(subjects()).isEmpty();
    }

    @Test
    void anEndpointThatFlapsDoesNotFlood() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();

        for (int i = 0; i < 16; i++) {
            fail(endpoint, Duration.ofMinutes(80));
            world.attempts(endpoint, 1, 0);
            world.step();
        }

        assertThat(world.alerts()).hasSize(1);
        assertThat(subjects()).hasSize(1);
        // The preview counts what happened.
        var defaults = Thresholds.defaults(AlertRule.ENDPOINT_FAILING);
        assertThat(process.alerts().rules().preview(defaults).firings()).hasSize(1);
    }

    @Test
    void threeProcessesSendOnce() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        for (int i = 0; i < 3; i++) {
            world.process();
        }

        fail(endpoint, Duration.ofMinutes(90));

        assertThat(world.alerts()).hasSize(1);
        assertThat(subjects()).hasSize(1);
    }

    /// A process wrote the mail and claimed it, and died before it was sent.
    @Test
    void aClaimedMailOfADeadProcessIsSentByAnother() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        var process = world.process();
        fail(endpoint, Duration.ofMinutes(60));
        world.attempts(endpoint, 0, 1);
        world.clock.advance(Duration.ofMinutes(6));
        world.evaluate();
        world.clock.advance(Duration.ofMinutes(2));
        process.alerts().digest().runOnce();
        DB.execute(
                "UPDATE notification SET claimed_until = ?, tries = 1 WHERE channel_id IS NULL",
                world.clock.instant().plusSeconds(120));

        world.send();
        assertThat(subjects()).isEmpty();
        world.clock.advance(Duration.ofMinutes(2));
        world.send();
        world.send();

        assertThat(subjects()).hasSize(1);
    }

    @Test
    void nothingIsLostWhileTheMailServerIsDown() throws Exception {
        var endpoint = world.endpoint(1, AlertWorld.OWNER);
        world.process();
        world.stopMail();
        fail(endpoint, Duration.ofMinutes(140));
        assertThat(
                        DB.rows(
                                "SELECT sent_at, failed_at FROM notification"
                                        + " WHERE owner_app_id IS NOT NULL"))
                .containsExactly("null null");

        world.restartMail();
        fail(endpoint, Duration.ofMinutes(60));

        assertThat(subjects()).containsExactly(failing());
    }

    @Test
    void ownersWhoMayNotGetMailGetNone() throws Exception {
        var states = new String[] {"unconfirmed", "unsubscribed", "bouncing"};
        var endpoints = new Endpoint[states.length];
        for (int i = 0; i < states.length; i++) {
            endpoints[i] = world.endpoint(i, states[i] + "@customer.example");
            DB.execute(
                    "UPDATE owner_address SET state = ? WHERE address = ?",
                    states[i],
                    states[i] + "@customer.example");
        }
        world.process();

        for (int i = 0; i < 18; i++) {
            for (var endpoint : endpoints) {
                world.attempts(endpoint, 0, 1);
            }
            world.step();
        }

        assertThat(world.alerts()).hasSize(states.length);
        assertThat(world.mail.getReceivedMessages()).isEmpty();
    }

    @Test
    void endpointsOfOneOwnerThatFailTogetherAreOneMail() throws Exception {
        var one = world.endpoint(1, AlertWorld.OWNER);
        var other = world.endpoint(2, AlertWorld.OWNER);
        world.process();

        for (int i = 0; i < 18; i++) {
            world.attempts(one, 0, 1);
            world.attempts(other, 0, 1);
            world.step();
        }

        assertThat(subjects()).containsExactly("2 of your webhook endpoints need attention");
        assertThat(text(0)).contains("host1.customer.example", "host2.customer.example");
    }

    /// Every attempt fails for this long.
    private void fail(Endpoint endpoint, Duration length) throws InterruptedException {
        for (long i = 0; i < length.toMinutes() / 5; i++) {
            world.attempts(endpoint, 0, 2);
            world.step();
        }
    }

    private void work(Endpoint endpoint, Duration length) throws InterruptedException {
        for (long i = 0; i < length.toMinutes() / 5; i++) {
            world.attempts(endpoint, 2, 0);
            world.step();
        }
    }

    private static String summary() {
        return DB.rows("SELECT summary FROM alert").getFirst();
    }

    private static String failing() {
        return "Your webhook endpoint is failing: https://host1.customer.example/hook";
    }

    private List<String> subjects() throws Exception {
        var subjects = new ArrayList<String>();
        for (var mail : world.mailsTo(AlertWorld.OWNER)) {
            subjects.add(mail.getSubject());
        }
        return subjects;
    }

    private String text(int index) throws Exception {
        return GreenMailUtil.getBody(world.mailsTo(AlertWorld.OWNER).get(index));
    }
}

package dev.waybill.feature.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Recipients that a mail server refuses, for a while or for ever.
class MailSendingTest {

    private static final TestDatabase DB = TestDatabase.create();

    private static final String GREYLISTED = "450 come again";
    private static final String UNKNOWN = "550 no such user";

    @SuppressWarnings("NullAway.Init") // set before each test
    private NotificationWorld world;

    @BeforeEach
    void create() throws Exception {
        world = new NotificationWorld(DB);
    }

    @AfterEach
    void clear() throws Exception {
        world.close();
        DB.clear();
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void anAddressThatIsGreylistedNeitherLosesNorRepeatsTheMailToAnother() throws Exception {
        var channel = world.email("late@platform.example", "ops@platform.example");
        world.mail.answers("late@platform.example", GREYLISTED);
        world.toChannel(channel, NotificationWorld.message("fired", "x"), null);

        world.sendMail();
        assertThat(world.mail.recipients()).containsExactly("ops@platform.example");
        var health = world.find(channel).health();
        assertThat(health.isFailing()).isTrue();
        assertThat(health.lastError()).contains("450");

        world.mail.takes("late@platform.example");
        world.clock.advance(Duration.ofMinutes(1));
        world.sendMail();
        assertThat(world.mail.recipients())
                .containsExactly("ops@platform.example", "late@platform.example");
        assertThat(world.find(channel).health().isFailing()).isFalse();
    }

    @Test
    void supportGetsOneCopyWhileAnOwnerIsGreylisted() throws Exception {
        var owner = world.owner("owner@customer.example");
        world.mail.answers(owner.address(), GREYLISTED);
        world.toOwner(owner, "x");
        world.toSupport(owner, "x");

        for (int i = 0; i < 5; i++) {
            world.sendMail();
            world.clock.advance(Duration.ofHours(1));
        }

        assertThat(world.mail.recipients()).containsExactly(NotificationWorld.SUPPORT);
    }

    @Test
    void supportGetsALimitedNumberOfCopies() {
        var owner = world.owner("owner@customer.example");

        for (int i = 0; i < Outbox.COPIES_PER_DAY_MAX + 10; i++) {
            world.toSupport(owner, "x");
        }

        assertThat(DB.number("SELECT count(*) FROM notification"))
                .isEqualTo(Outbox.COPIES_PER_DAY_MAX);
        world.clock.advance(Duration.ofDays(1));
        world.toSupport(owner, "x");
        assertThat(DB.number("SELECT count(*) FROM notification"))
                .isEqualTo(Outbox.COPIES_PER_DAY_MAX + 1);
    }

    @Test
    void operatorsComeBeforeOwners() throws Exception {
        var owner = world.owner("owner@customer.example");
        world.toOwner(owner, "x");
        world.toOwner(owner, "y");
        world.clock.advance(Duration.ofMinutes(1));
        var channel = world.email("ops@platform.example");
        world.toChannel(channel, NotificationWorld.message("fired", "x"), null);

        world.sendMail();

        assertThat(world.mail.recipients())
                .containsExactly("ops@platform.example", owner.address(), owner.address());
    }

    @Test
    void aMailIsGivenUpAfterThreeDays() throws Exception {
        var channel = world.email("ops@platform.example");
        world.mail.answers("ops@platform.example", GREYLISTED);
        world.toChannel(channel, NotificationWorld.message("fired", "x"), null);

        for (int hour = 0; hour < 70; hour++) {
            world.sendMail();
            world.clock.advance(Duration.ofHours(1));
        }
        assertThat(world.outcomes()).containsExactly("f f");
        for (int hour = 70; hour < 74; hour++) {
            world.sendMail();
            world.clock.advance(Duration.ofHours(1));
        }

        assertThat(world.outcomes()).containsExactly("f t");
        assertThat(DB.rows("SELECT last_error FROM notification").getFirst()).contains("450");
        assertThat(DB.number("SELECT tries FROM notification")).isBetween(70L, 80L);
    }

    @Test
    void anAddressBouncesAfterThreeRefusals() throws Exception {
        var owner = world.owner("gone@customer.example");
        world.mail.answers(owner.address(), UNKNOWN);
        for (int i = 0; i < 2; i++) {
            world.toOwner(owner, "x");
            world.sendMail();
        }
        assertThat(world.state(owner)).isEqualTo("confirmed");

        world.toOwner(owner, "x");
        world.sendMail();
        assertThat(world.state(owner)).isEqualTo("bouncing");
        world.mail.takes(owner.address());
        world.toOwner(owner, "x");
        world.sendMail();

        assertThat(world.mail.recipients()).isEmpty();
        assertThat(world.outcomes()).hasSize(4).allMatch("f t"::equals);
    }

    @Test
    void aMailThatArrivesEndsTheCountOfRefusals() throws Exception {
        var owner = world.owner("back@customer.example");
        for (int i = 0; i < 6; i++) {
            if (i % 3 == 2) {
                world.mail.takes(owner.address());
            } else {
                world.mail.answers(owner.address(), UNKNOWN);
            }
            world.toOwner(owner, "x");
            world.sendMail();
        }

        assertThat(world.state(owner)).isEqualTo("confirmed");
        assertThat(world.mail.recipients()).hasSize(2);
    }

    /// Nothing was sent, so the address is not to blame.
    @Test
    void aMailToAnOwnerWhoUnsubscribedIsDropped() throws Exception {
        var owner = world.owner("owner@customer.example");
        world.toOwner(owner, "x");
        DB.execute("UPDATE owner_address SET state = 'unsubscribed'");

        world.sendMail();

        assertThat(world.mail.recipients()).isEmpty();
        assertThat(world.outcomes()).containsExactly("f t");
        assertThat(DB.number("SELECT bounces FROM owner_address")).isZero();
    }

    @Test
    void anAddressThatWasRemovedFromItsChannelGetsNoMail() throws Exception {
        var channel = world.email("left@platform.example", "ops@platform.example");
        world.toChannel(channel, NotificationWorld.message("fired", "x"), null);
        DB.execute(
                "UPDATE notification_channel SET addresses = '{ops@platform.example}'"
                        + " WHERE id = ?",
                channel.id());

        world.sendMail();

        assertThat(world.mail.recipients()).containsExactly("ops@platform.example");
    }

    @Test
    void theNotificationsOfAnAlertAreFoundWithoutReadingAll() {
        var owner = world.owner("owner@customer.example");
        var alert = world.alert();
        var channel = world.email("ops@platform.example");
        world.toChannel(channel, NotificationWorld.about(alert, "fired"), alert);
        world.toOwner(owner, "x");
        DB.execute(
                """
                INSERT INTO owner_notice (
                    id, app_id, address, alert_id, news, created_at, due_at, notification_id)
                SELECT gen_random_uuid(), owner_app_id, address, ?, 'fired', now(), now(), id
                  FROM notification
                 WHERE owner_app_id IS NOT NULL
                """,
                alert);
        DB.execute(
                """
                INSERT INTO notification (
                    id, channel_id, address, content, created_at, due_at, give_up_at, sent_at)
                SELECT gen_random_uuid(), ?, 'ops@platform.example', '{"event": "test"}', now(),
                       now(), now(), now()
                  FROM generate_series(1, 20000)
                """,
                channel.id());
        DB.execute("ANALYZE notification, owner_notice");
        var plan =
                String.join(
                        "\n",
                        DB.rows(
                                "EXPLAIN "
                                        + NotificationStore.OF_ALERT
                                                .replace(":alert_id", "'" + alert + "'")
                                                .replace(":limit", "200")));

        assertThat(plan).doesNotContain("Seq Scan on notification");
        assertThat(world.feature.outbox().ofAlert(alert))
                .extracting(SentNotification::address)
                .containsExactly("ops@platform.example", owner.address());
    }
}

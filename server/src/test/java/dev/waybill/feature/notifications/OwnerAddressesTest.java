package dev.waybill.feature.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Apps;
import dev.waybill.testing.Fixtures;
import dev.waybill.testing.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whom customers can make Waybill write to, and how often.
class OwnerAddressesTest {

    private static final TestDatabase DB = TestDatabase.create();

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

    /// All of these arrive in the mailbox of one stranger.
    @Test
    void tagsDoNotLetACustomerWriteToAStrangerAgainAndAgain() {
        for (int day = 0; day < 10; day++) {
            for (int i = 0; i < 5; i++) {
                entered(Apps.DEFAULT, "Victim+%d-%d@stranger.example".formatted(day, i));
            }
            world.clock.advance(Duration.ofDays(1));
        }

        assertThat(asked()).isEqualTo(OwnerAddresses.ASKS_MAX);
    }

    @Test
    void severalAppsShareTheLimitOfAMailbox() {
        for (int i = 0; i < 5; i++) {
            entered(app("app" + i), "victim+%d@stranger.example".formatted(i));
        }

        assertThat(asked()).isEqualTo(OwnerAddresses.ASKS_PER_MAILBOX_AND_DAY_MAX);
    }

    @Test
    void confirmedAddressesOfAMailboxDoNotCount() {
        for (int i = 0; i < 5; i++) {
            entered(Apps.DEFAULT, "ops+%d@customer.example".formatted(i));
            DB.execute("UPDATE owner_address SET state = 'confirmed'");
            world.clock.advance(Duration.ofDays(1));
        }

        assertThat(asked()).isEqualTo(5);
    }

    @Test
    void otherMailboxesOfTheSameHostDoNotCount() {
        for (int i = 0; i < 5; i++) {
            entered(Apps.DEFAULT, "user%d@customer.example".formatted(i));
        }

        assertThat(asked()).isEqualTo(5);
    }

    /// A mail may be forwarded, and every mail has the token.
    @Test
    void anAddressThatUnsubscribedIsNotConfirmedByALink() {
        var owner = world.owner("owner@customer.example");
        world.feature.owners().unsubscribe(owner.token(), Fixtures.ACT);

        assertThat(world.feature.owners().confirm(owner.token(), Fixtures.ACT)).isEmpty();
        assertThat(world.state(owner)).isEqualTo("unsubscribed");
    }

    /// A mail tells of all apps, so its link ends all mail.
    @Test
    void unsubscribingEndsTheMailOfAllApps() {
        var owner = world.owner("owner@customer.example");
        DB.execute(
                """
                INSERT INTO owner_address (app_id, address, state, token, updated_at)
                VALUES (?, ?, 'confirmed', 'token-2', now())
                """,
                app("other"),
                owner.address());
        world.owner("another@customer.example");

        world.feature.owners().unsubscribe(owner.token(), Fixtures.ACT);

        assertThat(DB.rows("SELECT address, state FROM owner_address ORDER BY 1"))
                .containsExactly(
                        "another@customer.example confirmed",
                        "owner@customer.example unsubscribed",
                        "owner@customer.example unsubscribed");
        assertThat(DB.number("SELECT count(*) FROM audit WHERE action LIKE '%.unsubscribed'"))
                .isEqualTo(2);
    }

    @Test
    void aConfirmationThatIsNotWantedAnyMoreIsDropped() throws Exception {
        entered(Apps.DEFAULT, "new@customer.example");
        DB.execute("UPDATE owner_address SET state = 'unsubscribed'");

        world.sendMail();

        assertThat(world.mail.recipients()).isEmpty();
    }

    private void entered(UUID app, String address) {
        DB.database()
                .interactive()
                .useTransaction(tx -> world.feature.owners().entered(tx, app, address, true));
    }

    private static long asked() {
        return DB.number("SELECT count(*) FROM notification");
    }

    private UUID app(String uid) {
        var id = world.fixtures.ids().next();
        DB.execute(
                "INSERT INTO app (id, uid, name, created_at, updated_at, access_version)"
                        + " VALUES (?, ?, ?, now(), now(), 1)",
                id,
                uid,
                uid);
        return id;
    }
}

package dev.waybill.infra.secret;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testing.TestDatabase;
import dev.waybill.testing.Vaults;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The messages of a start about the keys in the database and in the settings.
class EncryptionKeysTest {

    private static final TestDatabase DB = TestDatabase.create();

    @AfterEach
    void clear() {
        DB.execute("DELETE FROM encryption_key");
    }

    @AfterAll
    static void drop() {
        DB.close();
    }

    @Test
    void theFirstStartMakesItsKeyKnownAndLaterOnesFindIt() {
        start(Vaults.KEY);
        start(Vaults.KEY);

        assertThat(DB.rows("SELECT id FROM encryption_key"))
                .containsExactly(Vaults.VAULT.current().id());
    }

    @Test
    void anotherKeyIsToldWithTheOneThatIsNeeded() {
        start(Vaults.KEY);

        assertThatThrownBy(() -> start(Vaults.OTHER_KEY))
                .isInstanceOf(EncryptionKeys.Unusable.class)
                .hasMessageContaining(Vaults.VAULT.current().id())
                .hasMessageContaining("WAYBILL_ENCRYPTION_KEY")
                .hasMessageNotContaining(Vaults.OTHER_KEY);
        assertThat(DB.number("SELECT count(*) FROM encryption_key")).isOne();
    }

    @Test
    void aNewKeyBeforeTheOldOneIsTaken() {
        start(Vaults.KEY);

        assertThatCode(() -> start(Vaults.OTHER_KEY, Vaults.KEY)).doesNotThrowAnyException();
        assertThatThrownBy(() -> start(Vaults.KEY)).isInstanceOf(EncryptionKeys.Unusable.class);
    }

    @Test
    void aProbeThatDoesNotOpenIsTold() {
        start(Vaults.KEY);
        DB.execute(
                "UPDATE encryption_key SET probe = set_byte(probe, 20, 1 # get_byte(probe, 20))");

        assertThatThrownBy(() -> start(Vaults.KEY))
                .isInstanceOf(EncryptionKeys.Unusable.class)
                .hasMessageContaining("does not decrypt");
    }

    @Test
    void aRetiredKeyIsNotNeededAndNotUsed() {
        start(Vaults.KEY);
        start(Vaults.OTHER_KEY, Vaults.KEY);
        var keys = new EncryptionKeys(Vaults.of(Vaults.OTHER_KEY, Vaults.KEY));
        DB.database().interactive().useTransaction(tx -> keys.retireOthers(tx, NOON));

        assertThatCode(() -> start(Vaults.OTHER_KEY)).doesNotThrowAnyException();
        var late = new EncryptionKeys(Vaults.VAULT);
        assertThatThrownBy(() -> DB.database().interactive().useTransaction(late::hold))
                .isInstanceOf(EncryptionKeys.Retired.class);
    }

    private static void start(String... keys) {
        new EncryptionKeys(Vaults.of(keys)).check(DB.database(), NOON);
    }
}

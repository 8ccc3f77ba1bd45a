package dev.waybill.feature.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testing.ManualClock;
import dev.waybill.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tries that fail, without their passwords.
class SignInThrottleTest {

    private static final TestDatabase DB = TestDatabase.create();
    private static final String SOURCE = "192.0.2.7";

    private final ManualClock clock = new ManualClock();
    private final SignInThrottle throttle = new SignInThrottle(DB.database(), clock);

    @AfterAll
    static void drop() {
        DB.close();
    }

    @AfterEach
    void clear() {
        DB.clear();
    }

    private boolean mayTry(String name, String source) {
        return throttle.begin(name, source).isEmpty();
    }

    @Test
    void aThrottledAddressLeavesNoRowsOfTheNamesItTries() {
        for (int i = 0; i < SignInRule.SOURCE.free(); i++) {
            assertThat(mayTry("name " + i, SOURCE)).isTrue();
        }
        long before = rows();

        for (int i = 0; i < 50; i++) {
            assertThat(mayTry("other name " + i, SOURCE)).isFalse();
        }

        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void aThrottledNameLeavesNoRowsOfTheAddressesThatTryIt() {
        for (int i = 0; i < SignInRule.NAME.free(); i++) {
            assertThat(mayTry("guessed", SOURCE)).isTrue();
        }
        long before = rows();

        for (int i = 0; i < 50; i++) {
            assertThat(mayTry("guessed", "198.51.100." + i)).isFalse();
        }

        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void theAddressesOfAnIpv6NetworkCountAsOne() {
        for (int i = 0; i < SignInRule.SOURCE.free(); i++) {
            assertThat(mayTry("name " + i, "2001:db8:0:1::" + i)).isTrue();
        }

        assertThat(mayTry("another name", "2001:db8:0:1:ffff::1")).isFalse();
        assertThat(mayTry("another name", "2001:db8:0:2::1")).isTrue();
    }

    @Test
    void failuresThatNoLongerCountAreForgotten() {
        mayTry("once", SOURCE);
        clock.advance(SignInRule.FORGOTTEN_AFTER.dividedBy(2));
        mayTry("later", "198.51.100.1");
        clock.advance(SignInRule.FORGOTTEN_AFTER.dividedBy(2));

        assertThat(throttle.forget()).isEqualTo(2);

        assertThat(rows()).isEqualTo(2);
        assertThat(throttle.begin("once", SOURCE)).isEmpty();
    }

    private long rows() {
        return DB.number("SELECT count(*) FROM sign_in_failure");
    }
}

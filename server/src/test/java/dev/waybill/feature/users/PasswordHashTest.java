package dev.waybill.feature.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class PasswordHashTest {

    private static final SecureRandom RANDOM = new SecureRandom();

    /// Few rounds, because their duration is not tested.
    private static String hash(String password) {
        return PasswordHash.of(password, 10, RANDOM);
    }

    @Test
    void aPasswordMatchesItsOwnHashAndNoOther() {
        var kept = hash("correct horse battery");

        assertThat(PasswordHash.matches("correct horse battery", kept)).isTrue();
        assertThat(PasswordHash.matches("correct horse batterz", kept)).isFalse();
        assertThat(PasswordHash.matches("", kept)).isFalse();
    }

    @Test
    void twoHashesOfOnePasswordDifferAndNeitherHoldsIt() {
        var one = hash("correct horse battery");

        assertThat(one).isNotEqualTo(hash("correct horse battery")).doesNotContain("horse");
    }

    @Test
    void theHashSaysHowItWasMade() {
        assertThat(hash("correct horse battery")).startsWith("pbkdf2-sha512$10$");
        assertThat(PasswordHash.isCurrent(hash("correct horse battery"))).isFalse();
        assertThat(PasswordHash.ITERATIONS).isGreaterThanOrEqualTo(210_000);
    }

    @Test
    void oneMadeTodayIsCurrent() {
        var kept = PasswordHash.of("correct horse battery", RANDOM);

        assertThat(PasswordHash.isCurrent(kept)).isTrue();
        assertThat(PasswordHash.matches("correct horse battery", kept)).isTrue();
    }

    @Test
    void whatIsTypedInAnotherWayIsTheSame() {
        assertThat(
                        PasswordHash.matches(
                                "caf\u00e9 caf\u00e9 caf\u00e9",
                                hash("cafe\u0301 cafe\u0301 cafe\u0301")))
                .isTrue();
    }

    @Test
    void nobodysPasswordIsMatchedByNothing() {
        var nobodys = PasswordHash.ofNobody(RANDOM);

        assertThat(PasswordHash.isCurrent(nobodys)).isTrue();
        assertThat(PasswordHash.matches("", nobodys)).isFalse();
    }

    @Test
    void whatIsNoHashIsRefused() {
        assertThatThrownBy(() -> PasswordHash.matches("x", "plain"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

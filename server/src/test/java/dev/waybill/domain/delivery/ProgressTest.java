package dev.waybill.domain.delivery;

import static dev.waybill.testing.ManualClock.NOON;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Instant GIVE_UP = NOON.plusSeconds(100);

    @Test
    void theEndIsWhicheverComesFirst() {
        assertThat(until(null).end()).isEqualTo(GIVE_UP);
        assertThat(until(NOON.plusSeconds(50)).end()).isEqualTo(NOON.plusSeconds(50));
        assertThat(until(NOON.plusSeconds(200)).end()).isEqualTo(GIVE_UP);
    }

    @Test
    void anExpiryAtTheVeryEndOfTheWindowIsTheReason() {
        assertThat(until(GIVE_UP).endsByExpiry()).isTrue();
        assertThat(until(GIVE_UP.plusMillis(1)).endsByExpiry()).isFalse();
        assertThat(until(null).endsByExpiry()).isFalse();
    }

    @Test
    void anEventIsStaleFromItsExpiryOn() {
        var progress = until(NOON);

        assertThat(progress.expiredAt(NOON.minusMillis(1))).isFalse();
        assertThat(progress.expiredAt(NOON)).isTrue();
        assertThat(until(null).expiredAt(Instant.MAX)).isFalse();
    }

    @Test
    void anAttemptIsCutToWhatRemainsUntilTheExpiry() {
        var progress = until(NOON.plusSeconds(10));

        assertThat(progress.cut(ofSeconds(15), NOON)).isEqualTo(ofSeconds(10));
        assertThat(progress.cut(ofSeconds(10), NOON)).isEqualTo(ofSeconds(10));
        assertThat(progress.cut(ofSeconds(5), NOON)).isEqualTo(ofSeconds(5));
    }

    @Test
    void theEndOfTheWindowCutsNoAttempt() {
        assertThat(until(null).cut(ofSeconds(15), GIVE_UP.minusSeconds(1)))
                .isEqualTo(ofSeconds(15));
    }

    @Test
    void aFreshDeliveryHasMadeNoAttempt() {
        var progress = Progress.fresh(GIVE_UP, null);

        assertThat(progress).isEqualTo(new Progress(0, 0, false, null, GIVE_UP, null));
    }

    private static Progress until(@Nullable Instant expiresAt) {
        return Progress.fresh(GIVE_UP, expiresAt);
    }
}

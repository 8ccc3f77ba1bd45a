package dev.waybill.domain.delivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.AttemptDecision.Destination;
import dev.waybill.domain.delivery.AttemptDecision.End;
import dev.waybill.domain.delivery.AttemptDecision.HandBack;
import dev.waybill.domain.delivery.AttemptDecision.Send;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AttemptDecisionTest {

    /// Seconds from now until the delivery gives up, and until it expires if it does.
    @ParameterizedTest
    @CsvSource({
        "ACTIVE,   60,     , send",
        "ACTIVE,   60,   60, send",
        "ACTIVE,    1,    1, send",
        "ACTIVE,    0,     , deadline",
        "ACTIVE,   -1,     , deadline",
        "ACTIVE,   -1,   60, deadline",
        "ACTIVE,   60,    0, ttl",
        "ACTIVE,   60,   -1, ttl",
        "ACTIVE,   -1,   -1, ttl",
        "PAUSED,   60,     , hand back",
        "PAUSED,   -1,     , hand back",
        "PAUSED,   60,   -1, ttl",
        "DISABLED, 60,     , endpoint_disabled",
        "DISABLED, -1,   -1, endpoint_disabled",
        "DELETED,  60,     , endpoint_deleted",
        "DELETED,  -1,   -1, endpoint_deleted",
        "UNKNOWN,  60,     , hand back",
        "UNKNOWN,  -1,   -1, hand back",
    })
    void theEndpointAndTheTimeDecide(
            Destination destination, int givesUpIn, @Nullable Integer expiresIn, String decision) {
        var progress = progress(givesUpIn, expiresIn);

        assertThat(word(AttemptDecision.before(destination, progress, true, NOON)))
                .isEqualTo(decision);
    }

    /// Another process may hold the delivery by the time an attempt would end.
    @ParameterizedTest
    @EnumSource
    void withoutALeaseNothingIsDecided(Destination destination) {
        assertThat(AttemptDecision.before(destination, progress(-1, -1), false, NOON))
                .isEqualTo(new HandBack());
    }

    private static Progress progress(int givesUpIn, @Nullable Integer expiresIn) {
        return Progress.fresh(
                NOON.plusSeconds(givesUpIn),
                expiresIn == null ? null : NOON.plusSeconds(expiresIn));
    }

    private static String word(AttemptDecision decision) {
        return switch (decision) {
            case Send _ -> "send";
            case HandBack _ -> "hand back";
            case End(var reason) -> reason.code();
        };
    }
}

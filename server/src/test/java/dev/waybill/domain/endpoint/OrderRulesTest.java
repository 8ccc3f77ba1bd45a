package dev.waybill.domain.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.OrderedLane;
import dev.waybill.domain.delivery.Reason;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OrderRulesTest {

    private static final UUID ENDPOINT = new UUID(1, 1);

    @Test
    void anUnorderedEndpointHasNoLanes() {
        assertThat(Ordering.NONE.laneOf(ENDPOINT, "k")).isNull();
        assertThat(Ordering.NONE.laneOf(ENDPOINT, null)).isNull();
    }

    @Test
    void eachKeyHasALaneAndAnEventWithoutOneWaitsForNobody() {
        assertThat(Ordering.KEY.laneOf(ENDPOINT, "k")).isEqualTo(new OrderedLane(ENDPOINT, "k"));
        assertThat(Ordering.KEY.laneOf(ENDPOINT, null)).isNull();
    }

    @Test
    void strictIsOneLaneThatNoKeyCanBeTakenFor() {
        var lane = Ordering.STRICT.laneOf(ENDPOINT, "k");

        assertThat(lane).isEqualTo(Ordering.STRICT.laneOf(ENDPOINT, null));
        assertThat(lane).isEqualTo(new OrderedLane(ENDPOINT, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "PERMANENT, true",
        "EXHAUSTED, true",
        "GONE, false",
        "BLOCKED, true",
        "DEADLINE, true",
        "TTL, false",
        "ENDPOINT_DISABLED, false",
        "CANCELLED, false",
        "ENDPOINT_DELETED, false",
    })
    void onlyADeadLetterHoldsItsLane(Reason reason, boolean holds) {
        assertThat(OnExhausted.HOLD.holdsAfter(reason)).isEqualTo(holds);
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void aLaneThatContinuesIsNeverHeld(Reason reason) {
        assertThat(OnExhausted.CONTINUE.holdsAfter(reason)).isFalse();
    }
}

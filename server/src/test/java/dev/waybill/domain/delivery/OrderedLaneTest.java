package dev.waybill.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderedLaneTest {

    private static final UUID ENDPOINT = new UUID(0x7000, 0x8000_0000_0000_0001L);
    private static final UUID REPLAY = new UUID(0x7000, 0x8000_0000_0000_0002L);

    @ParameterizedTest
    @CsvSource({
        "NONE,   truck-7,",
        "NONE,          ,",
        "KEY,    truck-7, truck-7",
        "KEY,           ,",
        "STRICT, truck-7, ''",
        "STRICT,        , ''",
    })
    void theOrderingDecidesAboutTheLane(
            Ordering ordering, @Nullable String key, @Nullable String lane) {
        assertThat(ordering.laneOf(ENDPOINT, key))
                .isEqualTo(lane == null ? null : new OrderedLane(ENDPOINT, lane));
    }

    @Test
    void aReplayHasLanesOfItsOwnForTheSameKeys() {
        var lane = new OrderedLane(ENDPOINT, "truck-7");
        var replayed = lane.inReplay(REPLAY);

        assertThat(lane.isOfReplay()).isFalse();
        assertThat(replayed.isOfReplay()).isTrue();
        assertThat(replayed.endpointId()).isEqualTo(ENDPOINT);
        assertThat(replayed).isNotEqualTo(lane);
        assertThat(OrderedLane.keyOf(replayed.name())).isEqualTo("truck-7");
        assertThat(OrderedLane.keyOf("truck-7")).isEqualTo("truck-7");
    }

    @Test
    void theStrictLaneOfAReplayIsNotTheStrictOne() {
        var strict = new OrderedLane(ENDPOINT, OrderedLane.STRICT);

        assertThat(strict.isStrict()).isTrue();
        assertThat(strict.isOfReplay()).isFalse();
        assertThat(strict.inReplay(REPLAY).isStrict()).isFalse();
        assertThat(strict.inReplay(REPLAY).isOfReplay()).isTrue();
        assertThat(OrderedLane.keyOf(strict.inReplay(REPLAY).name())).isEmpty();
        assertThat(new OrderedLane(ENDPOINT, "k").isStrict()).isFalse();
    }

    /// The effects of a delivery's end: its state, whether it is a dead letter, whether it counts
    /// against the endpoint, and whether it holds an ordered lane.
    @ParameterizedTest
    @CsvSource({
        "PERMANENT,         FAILED,    true,  true,  true",
        "EXHAUSTED,         FAILED,    true,  true,  true",
        "GONE,              FAILED,    true,  true,  false",
        "BLOCKED,           FAILED,    true,  true,  true",
        "ENDPOINT_DISABLED, FAILED,    true,  false, false",
        "TTL,               EXPIRED,   false, false, false",
        "DEADLINE,          EXPIRED,   true,  true,  true",
        "CANCELLED,         CANCELLED, false, false, false",
        "ENDPOINT_DELETED,  CANCELLED, false, false, false",
    })
    void everyReasonSaysWhatItsEndMeans(
            Reason reason, DeliveryState state, boolean dead, boolean counts, boolean holds) {
        assertThat(reason.state()).isEqualTo(state);
        assertThat(reason.isDeadLetter()).isEqualTo(dead);
        assertThat(reason.countsAgainstEndpoint()).isEqualTo(counts);
        assertThat(OnExhausted.HOLD.holdsAfter(reason)).isEqualTo(holds);
        assertThat(OnExhausted.CONTINUE.holdsAfter(reason)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING,   false",
        "IN_FLIGHT, false",
        "DELIVERED, true",
        "FAILED,    true",
        "EXPIRED,   true",
        "CANCELLED, true",
    })
    void aDeliveryEndsOnce(DeliveryState state, boolean terminal) {
        assertThat(state.isTerminal()).isEqualTo(terminal);
    }
}

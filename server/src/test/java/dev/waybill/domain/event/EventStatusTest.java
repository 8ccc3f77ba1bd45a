package dev.waybill.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventStatusTest {

    @ParameterizedTest
    @CsvSource({
        "false, false, false, false, no_deliveries",
        "true, true, true, true, pending",
        "true, false, true, true, delivery_failed",
        "true, false, false, true, expired",
        "true, false, false, false, delivered",
    })
    void theWorstThatIsLeftDecides(
            boolean any, boolean open, boolean failed, boolean stale, String word) {
        assertThat(EventStatus.of(any, open, failed, stale).code()).isEqualTo(word);
    }
}

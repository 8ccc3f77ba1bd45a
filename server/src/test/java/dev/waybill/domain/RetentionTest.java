package dev.waybill.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionTest {

    @ParameterizedTest
    @CsvSource({
        "1,  1,  1,  1,  0",
        "30, 30, 30, 30, 31",
        "60, 30, 7,  90, 730",
    })
    void whatPointsToSomethingGoesFirst(
            int events, int deliveries, int attempts, int deadLetters, int audit) {
        var retention = new Retention(events, deliveries, attempts, deadLetters, audit);

        assertThat(retention.events()).isEqualTo(events);
    }

    @ParameterizedTest
    @CsvSource({
        "30, 30, 0,  90, 0,  deliveries outlive their attempts",
        "30, 6,  7,  90, 0,  deliveries outlive their attempts",
        "29, 30, 30, 90, 0,  events and dead letters outlive deliveries",
        "30, 30, 30, 29, 0,  events and dead letters outlive deliveries",
        "30, 30, 30, 90, 30, the audit log is kept for a month at least",
        "30, 30, 30, 90, 1,  the audit log is kept for a month at least",
    })
    void anythingElseIsRefused(
            int events, int deliveries, int attempts, int deadLetters, int audit, String why) {
        assertThatThrownBy(() -> new Retention(events, deliveries, attempts, deadLetters, audit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }
}

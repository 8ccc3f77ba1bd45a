package dev.waybill.engine.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.delivery.Fault;
import dev.waybill.domain.delivery.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {

    private static final Outcome FAILED = new Outcome.Unanswered(Fault.TLS_OTHER);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "no common protocol|no common protocol",
                " \u0000nul\u001B[31m |nul [31m",
                "\u202Eright to left|right to left",
            })
    void aDetailIsOneVisibleLine(String detail, String kept) {
        assertThat(Answer.only(FAILED, detail).detail()).isEqualTo(kept);
    }

    @Test
    void aDetailHasNoLineBreaks() {
        assertThat(Answer.only(FAILED, "two\r\nlines").detail()).isEqualTo("two lines");
    }

    @Test
    void aDetailIsShort() {
        assertThat(Answer.only(FAILED, "x".repeat(5_000)).detail())
                .hasSize(Fault.DETAIL_LENGTH_MAX);
        assertThat(Answer.only(FAILED).detail()).isNull();
    }
}

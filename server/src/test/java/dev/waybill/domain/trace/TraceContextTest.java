package dev.waybill.domain.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @ParameterizedTest
    @CsvSource({
        // The flags that are known, and no others.
        "00-" + TRACE + "-" + SPAN + "-00, 0",
        "00-" + TRACE + "-" + SPAN + "-01, 1",
        "00-" + TRACE + "-" + SPAN + "-02, 2",
        "00-" + TRACE + "-" + SPAN + "-03, 3",
        "00-" + TRACE + "-" + SPAN + "-ff, 3",
        "00-" + TRACE + "-" + SPAN + "-08, 0",
        // Later versions may have more fields.
        "01-" + TRACE + "-" + SPAN + "-01, 1",
        "cc-" + TRACE + "-" + SPAN + "-01-what-the-future-will-be-like, 1",
        "fe-" + TRACE + "-" + SPAN + "-00-, 0",
    })
    void readsWhatTheStandardAllows(String header, int flags) {
        assertThat(TraceContext.parse(header)).contains(new TraceContext(TRACE, SPAN, flags));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                // Version 00 ends with the flags, and ff is none.
                "00-" + TRACE + "-" + SPAN + "-01-",
                "00-" + TRACE + "-" + SPAN + "-01-more",
                "01-" + TRACE + "-" + SPAN + "-01more",
                "ff-" + TRACE + "-" + SPAN + "-01",
                // Zero is no id.
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                // Lower case only, in the right places.
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
                "00-" + TRACE + "-00F067AA0BA902B7-01",
                "00-" + TRACE + "-" + SPAN + "-0A",
                "0x-" + TRACE + "-" + SPAN + "-01",
                "00-" + TRACE + "-" + SPAN + "-1",
                "00-" + TRACE + "-" + SPAN + "-0x",
                "00_" + TRACE + "-" + SPAN + "-01",
                "00-" + TRACE + "_" + SPAN + "-01",
                "00-" + TRACE + "-" + SPAN + "_01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-" + SPAN + "-001",
                " 00-" + TRACE + "-" + SPAN + "-01",
                "00-" + TRACE + "-" + SPAN + "-01 ",
                "00-4bf92f3577b34da6a3ce929d0e0e473\u00e9-" + SPAN + "-01",
            })
    void ignoresEverythingElse(String header) {
        assertThat(TraceContext.parse(header)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void whatWasWrittenIsReadAgain(int flags) {
        var context = new TraceContext(TRACE, SPAN, flags);

        assertThat(TraceContext.parse(context.format())).contains(context);
        assertThat(TraceContext.isSampled(context.format())).isEqualTo(context.isSampled());
        assertThat(context.isSampled()).isEqualTo(flags % 2 == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00-", "x", "00-" + TRACE + "-" + SPAN + "-01-more"})
    void whatWasNotWrittenHereIsNotSampled(String other) {
        assertThat(TraceContext.isSampled(other)).isFalse();
    }

    @Test
    void aNewTraceHasTheIdsThatItIsGiven() {
        var header = TraceContext.format(0x4bf92f3577b34da6L, 0xa3ce929d0e0e4736L, 1, false);

        assertThat(header).isEqualTo("00-" + TRACE + "-0000000000000001-00");
        assertThat(TraceContext.parse(header).orElseThrow().low()).isEqualTo(0xa3ce929d0e0e4736L);
        assertThat(TraceContext.sampled(0x4bf92f3577b34da6L, 0xa3ce929d0e0e4736L, 1).format())
                .isEqualTo("00-" + TRACE + "-0000000000000001-01");
    }

    @Test
    void noIdIsZero() {
        assertThat(TraceContext.parse(TraceContext.format(0, 0, 0, true))).isPresent();
        assertThat(TraceContext.parse(TraceContext.sampled(0, 0, 0).format())).isPresent();
        assertThat(new TraceContext(TRACE, SPAN, 0).child(0).spanId())
                .isEqualTo("0000000000000001");
    }

    @Test
    void aChildStaysInTheTraceAndKeepsItsFlags() {
        var parent = new TraceContext(TRACE, SPAN, TraceContext.RANDOM);

        assertThat(parent.child(0xabcL))
                .isEqualTo(
                        new TraceContext(
                                TRACE,
                                "0000000000000abc",
                                TraceContext.RANDOM | TraceContext.SAMPLED));
        assertThat(parent.child(0xabcL).unsampled().flags()).isEqualTo(TraceContext.RANDOM);
    }
}

package dev.waybill.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypeTest {

    @ParameterizedTest
    @ValueSource(strings = {"paid", "invoice.paid", "a.b.c.d", "Invoice_2.PAID", "_", "0"})
    void segmentsJoinedByDotsAreAName(String text) {
        assertThat(EventType.isName(text)).isTrue();
        assertThat(EventType.isPattern(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ".", "a.", ".a", "a..b", "a b", "a-b", "a/b", "é", "a\n", "a.b\n", "**", "*.a",
                "a.*.b", "a*", "a.b*", "*.*", "a.**",
            })
    void anythingElseIsNeitherNameNorPattern(String text) {
        assertThat(EventType.isName(text)).isFalse();
        assertThat(EventType.isPattern(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "filing.*", "filing.tax.*"})
    void aStarAloneOrLastMakesAPattern(String text) {
        assertThat(EventType.isPattern(text)).isTrue();
        assertThat(EventType.isName(text)).isFalse();
    }

    @Test
    void namesAndPatternsHaveALongest() {
        var longest = "a".repeat(EventType.LENGTH_MAX);

        assertThat(EventType.isName(longest)).isTrue();
        assertThat(EventType.isName(longest + "a")).isFalse();
        assertThat(EventType.isPattern(longest + ".*")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "*,               invoice.paid,      true",
        "invoice.paid,    invoice.paid,      true",
        "invoice.paid,    invoice.paid.late, false",
        "invoice.paid,    invoice.pai,       false",
        "invoice.paid,    Invoice.Paid,      false",
        "filing.*,        filing.accepted,   true",
        "filing.*,        filing.a.b,        true",
        "filing.*,        filing,            false",
        "filing.*,        filings.accepted,  false",
        "filing.tax.*,    filing.accepted,   false",
        "filing.tax.*,    filing.tax.due,    true",
    })
    void aPatternTakesWhatIsBelowIt(String pattern, String name, boolean taken) {
        assertThat(EventType.matches(pattern, name)).isEqualTo(taken);
    }
}

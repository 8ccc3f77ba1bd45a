package dev.waybill.web.portal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColourTest {

    @ParameterizedTest
    @ValueSource(strings = {"000000", "ffffff", "0a0b0c", "ffe100"})
    void aColourIsWrittenAsItWasRead(String hex) {
        assertThat(Colour.of(hex).css()).isEqualTo("#" + hex);
    }

    /// The figures are those of WCAG's own examples and of its definition.
    @ParameterizedTest
    @CsvSource({
        "000000, ffffff, 21",
        "ffffff, 000000, 21",
        "777777, ffffff, 4.48",
        "767676, ffffff, 4.54",
        "ff0000, ffffff, 4.00",
        "0000ff, ffffff, 8.59",
        "00ff00, 000000, 15.3",
        "123456, 123456, 1",
    })
    void theContrastOfTwoColours(String one, String other, double contrast) {
        assertThat(Colour.of(one).contrast(Colour.of(other))).isCloseTo(contrast, within(0.005));
    }

    @ParameterizedTest
    @CsvSource({
        "000000, ffffff, 0,   000000",
        "000000, ffffff, 1,   ffffff",
        "000000, ffffff, 0.5, 808080",
        "102030, 304050, 0.5, 203040",
    })
    void aPartOfAnotherIsMixedIn(String one, String other, double part, String mixed) {
        assertThat(Colour.of(one).mixed(Colour.of(other), part)).isEqualTo(Colour.of(mixed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffe100", "ffffff", "00ff00", "808080", "123456"})
    void aColourIsMadeReadableAndNoDarkerThanNeeded(String hex) {
        var colour = Colour.of(hex);
        var readable = colour.towards(Colour.BLACK, 4.5, Colour.WHITE);

        assertThat(readable.contrast(Colour.WHITE)).isGreaterThanOrEqualTo(4.5);
        if (colour.contrast(Colour.WHITE) >= 4.5) {
            assertThat(readable).isEqualTo(colour);
        } else {
            assertThat(readable.contrast(Colour.WHITE)).isLessThan(4.8);
        }
    }
}

package dev.waybill.web.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// For any colour of a platform, text in it or on it is readable.
class AccentTest {

    private static final double TEXT = 4.5;

    static List<Colour> everyColour() {
        var colours = new ArrayList<Colour>();
        for (int red = 0; red <= 255; red += 51) {
            for (int green = 0; green <= 255; green += 51) {
                for (int blue = 0; blue <= 255; blue += 51) {
                    colours.add(new Colour(red, green, blue));
                }
            }
        }
        return colours;
    }

    @ParameterizedTest
    @MethodSource("everyColour")
    void textCanBeReadOnLightGround(Colour colour) {
        var tokens = Accent.light(colour);

        for (var ground : List.of(Colour.WHITE, Colour.of("f6f7f9"), tokens.soft())) {
            assertThat(tokens.ink().contrast(ground)).isGreaterThanOrEqualTo(TEXT);
        }
        assertThat(tokens.onAccent().contrast(tokens.accent())).isGreaterThanOrEqualTo(TEXT);
    }

    @ParameterizedTest
    @MethodSource("everyColour")
    void textCanBeReadOnDarkGround(Colour colour) {
        var tokens = Accent.dark(colour);

        for (var ground : List.of(Colour.of("161a22"), Colour.of("0f1218"), tokens.soft())) {
            assertThat(tokens.ink().contrast(ground)).isGreaterThanOrEqualTo(TEXT);
        }
        assertThat(tokens.onAccent().contrast(tokens.accent())).isGreaterThanOrEqualTo(TEXT);
    }
}

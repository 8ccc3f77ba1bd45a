package dev.waybill.web.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A browser that does not know `light-dark()` gets the light colours.
class LightDarkTest {

    private static final String CONDITION = "@supports not (color: light-dark(#000, #fff)) {";

    @Test
    void theFirstOfTwoColoursIsTheLightOne() {
        var css =
                ":root { --a: light-dark(#fff, #000); --b: 0 1px light-dark(rgb(1 2 3 / 5%),"
                        + " transparent); --c: 4px; }\n";

        assertThat(LightDark.withFallback(css))
                .isEqualTo(
                        css
                                + CONDITION
                                + """

                                :root { --a: #fff; --b: 0 1px rgb(1 2 3 / 5%); --c: 4px; }
                                :root, [data-theme] { color-scheme: light; }
                                }
                                """);
    }

    @Test
    void everyTokenHasAColourThatEveryBrowserKnows() throws IOException {
        var css = LightDark.withFallback(tokens());
        var parts = css.split(Pattern.quote(CONDITION), 2);

        assertThat(names(parts[1])).isEqualTo(names(parts[0])).contains("--ground", "--shadow");
        assertThat(parts[1]).doesNotContain("light-dark(").contains("--ground: #f6f7f9;");
    }

    private static List<String> names(String css) {
        return Pattern.compile("--[a-z0-9-]+(?=:)")
                .matcher(css)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static String tokens() throws IOException {
        try (var stream = LightDarkTest.class.getResourceAsStream("/ui/style/tokens.css")) {
            assertThat(stream).isNotNull();
            return new String(stream.readAllBytes(), UTF_8);
        }
    }
}

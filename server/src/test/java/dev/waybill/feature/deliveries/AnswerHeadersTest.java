package dev.waybill.feature.deliveries;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerHeadersTest {

    @Test
    void aNameThatCameTwiceHasBothValuesAndItsFirstPlace() {
        assertThat(read("Via: a\nServer: x: y\nvia: b\nEmpty: \n"))
                .containsExactly(entry("via", "a, b"), entry("server", "x: y"), entry("empty", ""));
    }

    @Test
    void whatIsNoTextIsShownAsSuch() {
        assertThat(read("Server: L\u00FCbeck\n")).containsExactly(entry("server", "L\uFFFDbeck"));
    }

    @Test
    void noneAreNone() {
        assertThat(read("")).isEmpty();
    }

    private static Map<String, String> read(String lines) {
        return AnswerHeaders.of(lines.getBytes(ISO_8859_1)).values();
    }
}

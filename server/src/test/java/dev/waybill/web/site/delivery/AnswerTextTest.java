package dev.waybill.web.site.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AnswerTextTest {

    @Test
    void aCharacterThatWasCutDoesNotMakeItLookLikeNumbers() {
        var bytes = "all good €".getBytes(UTF_8);

        assertThat(AnswerText.of(Arrays.copyOf(bytes, bytes.length - 1))).isEqualTo("all good ");
        assertThat(AnswerText.of(new byte[0])).isEmpty();
    }

    @Test
    void whatIsNoTextIsShownAsNumbers() {
        var bytes = new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2, 3, (byte) 0xFF, 0x20};

        assertThat(AnswerText.of(bytes))
                .startsWith("Not text: 10 bytes are stored")
                .contains("89 50 4e 47 00 01 02 03 ff 20");
    }
}

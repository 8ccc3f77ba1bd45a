package dev.waybill.engine.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyTextTest {

    private static final String KEY = KeyText.make(Mode.LIVE, new SplittableRandom(1));

    @Test
    void aKeySaysWhatItIs() {
        assertThat(KEY).matches("wb_live_[0-9a-f]{72}");
        assertThat(KeyText.make(Mode.TEST, new SplittableRandom(1))).startsWith("wb_test_");
        assertThat(KeyText.isWhole(KEY)).isTrue();
    }

    @Test
    void everyOtherLetterIsNoticed() {
        for (int i = "wb_live_".length(); i < KEY.length(); i++) {
            char other = KEY.charAt(i) == '0' ? '1' : '0';
            var mistyped = KEY.substring(0, i) + other + KEY.substring(i + 1);

            assertThat(KeyText.isWhole(mistyped)).as(mistyped).isFalse();
        }
    }

    @Test
    void whatIsMissingOrAddedIsNoticed() {
        assertThat(KeyText.isWhole(KEY.substring(1))).isFalse();
        assertThat(KeyText.isWhole(KEY.substring(0, KEY.length() - 1))).isFalse();
        assertThat(KeyText.isWhole(KEY + "0")).isFalse();
        assertThat(KeyText.isWhole(KEY + "\n")).isFalse();
        assertThat(KeyText.isWhole("")).isFalse();
        assertThat(KeyText.isWhole(KEY.replace("live", "dead"))).isFalse();
    }
}

package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {

    @Test
    void nothingIsHidden() {
        assertThat(SafeText.text("a\u202Eb")).isEqualTo("a⟦U+202E⟧b");
        assertThat(SafeText.text("\u001B[31mred\u0000")).isEqualTo("⟦U+001B⟧[31mred⟦U+0000⟧");
        assertThat(SafeText.text("zero\u200Bwidth\u2066")).isEqualTo("zero⟦U+200B⟧width⟦U+2066⟧");
    }

    @Test
    void ordinaryTextStaysAsItIs() {
        var text = "{\"a\":\n\t\"é 日本 🙂\"}";
        assertThat(SafeText.text(text)).isSameAs(text);
    }

    @Test
    void whatIsTooLongIsCutBetweenCharacters() {
        var text = "x".repeat(SafeText.LENGTH_MAX - 1) + "🙂🙂";
        assertThat(SafeText.excerpt(text)).isEqualTo("x".repeat(SafeText.LENGTH_MAX - 1));
    }
}

package dev.waybill.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextTest {

    @Test
    void whatReadsLikeOtherFieldsStaysWithinTheQuotes() {
        assertThat(LogText.quoted("x state=active actor=admin"))
                .isEqualTo("\"x state=active actor=admin\"");
        assertThat(LogText.quoted("x\" state=\"active")).isEqualTo("\"x\\\" state=\\\"active\"");
        assertThat(LogText.quoted("x\\")).isEqualTo("\"x\\\\\"");
    }

    @Test
    void nothingEndsTheLineOrDrivesATerminal() {
        assertThat(LogText.quoted("a\r\nb\u001B[2J\u2028\u202E"))
                .isEqualTo("\"a\\u000d\\u000ab\\u001b[2J\\u2028\\u202e\"");
        assertThat(LogText.quoted("é 日本 🙂")).isEqualTo("\"é 日本 🙂\"");
    }
}

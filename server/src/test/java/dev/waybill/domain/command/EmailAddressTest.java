package dev.waybill.domain.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b",
                "ops@example.com",
                "first.last+tag@sub.example.co.uk",
                "o'neil@example.com",
                "x_-y@1and1.example",
            })
    void plainAddresses(String text) {
        assertThat(EmailAddress.isPlain(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "@b",
                "a@",
                "a@b@c",
                "a b@c",
                "a@b c",
                "a@b\r\nBcc: c@d",
                "a@b\n",
                "a@b,c@d",
                "<a@b>",
                "Name <a@b>",
                "\"a\"@b",
                "a(comment)@b",
                ".a@b",
                "a.@b",
                "a..b@c",
                "a@-b.example",
                "a@b-.example",
                "a@b..example",
                "a@[127.0.0.1]",
                "ä@example.com",
                "a@exämple.com",
            })
    void otherTexts(String text) {
        assertThat(EmailAddress.isPlain(text)).isFalse();
    }

    @Test
    void longAddressesAreRefused() {
        assertThat(EmailAddress.isPlain("a".repeat(64) + "@b.example")).isTrue();
        assertThat(EmailAddress.isPlain("a".repeat(65) + "@b.example")).isFalse();
        assertThat(EmailAddress.isPlain("a@" + "b.".repeat(126) + "c")).isFalse();
        assertThat(EmailAddress.normal("Ops@Example.COM")).isEqualTo("ops@example.com");
    }
}

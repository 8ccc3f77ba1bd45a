package dev.waybill.feature.portal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The values that are allowed in the header that lets pages frame the portal.
class EmbedOriginsTest {

    @ParameterizedTest
    @CsvSource({
        "https://app.example.com, https://app.example.com",
        "https://App.Example.com/, https://app.example.com",
        "https://app.example.com:443, https://app.example.com",
        "https://app.example.com:8443, https://app.example.com:8443",
        "http://localhost:3000, http://localhost:3000",
        "http://127.0.0.1:80, http://127.0.0.1"
    })
    void anOriginIsWrittenAsBrowsersWriteIt(String text, String origin) {
        assertThat(EmbedOrigins.parse(text)).contains(origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "https://*",
                "https://*.example.com",
                "example.com",
                "http://example.com",
                "https://example.com/path",
                "https://example.com?x",
                "https://example.com#x",
                "https://me@example.com",
                "https://example.com; script-src *",
                "https://example.com https://evil.example",
                "javascript:alert(1)",
                "data:text/html,x"
            })
    void nothingElseIsTaken(String text) {
        assertThat(EmbedOrigins.parse(text)).isEmpty();
    }
}

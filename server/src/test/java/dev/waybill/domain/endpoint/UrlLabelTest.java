package dev.waybill.domain.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlLabelTest {

    @ParameterizedTest
    @CsvSource({
        "https://a.example,                            https://a.example",
        "https://a.example/,                           https://a.example/",
        "https://a.example:8443/hook,                  https://a.example:8443/hook",
        "https://a.example/api/v1/hook,                https://a.example/api/v1/hook",
        "https://a.example/services/T0/B0/WaybillMark, https://a.example/services/T0/B0/…",
        "https://a.example/WaybillMarkerWaybill,       https://a.example/…",
        "https://a.example/hook?key=WaybillMarker,     https://a.example/hook…",
        "https://a.example?key=WaybillMarker,          https://a.example…",
        "https://a.example/hook#WaybillMarker,         https://a.example/hook…",
        "https://me:WaybillMarker@a.example/hook,      https://a.example/hook",
        "https://a.example/me@b,                       https://a.example/me@b",
    })
    void aLabelIsTheHostAndTheBeginningOfThePath(String url, String label) {
        assertThat(UrlLabel.of(url)).isEqualTo(label);
    }

    @Test
    void aLongUrlHasAShortLabel() {
        var url = "https://a.example/" + "hook/".repeat(400);

        assertThat(UrlLabel.of(url)).isEqualTo("https://a.example/hook/hook/hook/…");
    }
}

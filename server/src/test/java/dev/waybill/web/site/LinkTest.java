package dev.waybill.web.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTest {

    @Test
    void carriesEverythingEncoded() {
        var link = Link.to("/ui/deliveries").with("type", "a&b=<c>").with("state", "failed");

        assertThat(link).hasToString("/ui/deliveries?state=failed&type=a%26b%3D%3Cc%3E");
        assertThat(link.without("type")).hasToString("/ui/deliveries?state=failed");
        assertThat(link.with("state", "").without("type")).hasToString("/ui/deliveries");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ui", "/ui/deliveries?state=failed&range=7d", "/ui/deliveries/dlv_1"})
    void takesPagesOfOurs(String wanted) {
        assertThat(Link.ours(wanted)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "//evil",
                "/ui//evil",
                "/uix",
                "https://evil",
                "/ui\n",
                "/ui\\evil",
                "javascript:alert(1)",
                "/ui?next=//evil",
                "/ui#x",
                "/v1/events"
            })
    void leadsNowhereElse(String wanted) {
        assertThat(Link.ours(wanted)).isEqualTo("/ui");
    }
}

package dev.waybill.engine.deliver.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CustomHeadersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x y",
                "x:",
                "x\r\nhost: evil",
                "x\n",
                "x\0",
                "ünï",
                "Content-Length",
                "CONTENT-LENGTH",
                "Transfer-Encoding",
                "host",
                "Connection",
                "webhook-id",
                "Webhook-Signature",
                "waybill-delivery",
                "X-Webhook-Signature",
                "X-Forwarded-For",
                "Forwarded",
                "Metadata-Flavor",
                "X-aws-ec2-metadata-token",
                "Proxy-Authorization",
                ":authority",
            })
    void namesThatAreRefused(String name) {
        assertThat(CustomHeaders.problemWithName(name)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-Api-Key", "x_tenant", "Cookie", "Accept", "x.y~z"})
    void namesThatAreFine(String name) {
        assertThat(CustomHeaders.problemWithName(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nb", "a\nb", "a\rb", "a\0b", "\u010a", "\u010d", "😀", " a", "a ", "\u007f"
            })
    void valuesThatAreRefused(String value) {
        assertThat(CustomHeaders.problemWithValue(value)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer abc", "a\tb", "é", "a=b; c=\"d\""})
    void valuesThatAreFine(String value) {
        assertThat(CustomHeaders.problemWithValue(value)).isEmpty();
    }

    @Test
    void theirNumberAndSizeAreBounded() {
        var many = new HashMap<String, String>();
        for (int i = 0; i < CustomHeaders.COUNT_MAX; i++) {
            many.put("x-" + i, "v");
        }
        assertThat(CustomHeaders.fit(many)).isTrue();
        many.put("one-more", "v");
        assertThat(CustomHeaders.fit(many)).isFalse();
        assertThat(CustomHeaders.fit(Map.of("x", "v".repeat(CustomHeaders.BYTES_MAX - 1))))
                .isTrue();
        assertThat(CustomHeaders.fit(Map.of("x", "v".repeat(CustomHeaders.BYTES_MAX)))).isFalse();
    }
}

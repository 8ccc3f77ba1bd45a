package dev.waybill.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTest {

    @Test
    void allFieldsAreWritten() {
        var event =
                Event.of("invoice.paid", "{ \"total\": 119.00 }")
                        .withId("own_1")
                        .withCreatedAt(Instant.parse("2026-05-01T12:00:00.123456Z"))
                        .withTtl(Duration.ofHours(1))
                        .withOrderingKey("a\"b\\c\u0001é😀")
                        .withApp("customer_7");

        assertThat(text(event))
                .isEqualTo(
                        "{\"id\":\"own_1\",\"type\":\"invoice.paid\","
                                + "\"created_at\":\"2026-05-01T12:00:00.123Z\","
                                + "\"ordering_key\":\"a\\\"b\\\\c\\u0001é😀\","
                                + "\"app\":\"customer_7\",\"ttl_seconds\":3600,"
                                + "\"data\":{ \"total\": 119.00 }}");
    }

    @Test
    void theLastExpiryCounts() {
        var event = Event.of("a", "1").withId("x");
        var at = Instant.parse("2026-05-01T12:00:00Z");

        assertThat(text(event.withTtl(Duration.ofSeconds(5)).withExpiresAt(at)))
                .isEqualTo(
                        "{\"id\":\"x\",\"type\":\"a\",\"expires_at\":\"2026-05-01T12:00:00Z\","
                                + "\"data\":1}");
        assertThat(text(event.withExpiresAt(at).withTtl(Duration.ofSeconds(5))))
                .isEqualTo("{\"id\":\"x\",\"type\":\"a\",\"ttl_seconds\":5,\"data\":1}");
    }

    @Test
    void anEventDoesNotChange() {
        var json = "[1]".getBytes(UTF_8);
        var event = Event.of("a", json);
        json[1] = '2';
        event.data()[1] = '3';
        var other = event.withOrderingKey("k");

        assertThat(event.data()).asString(UTF_8).isEqualTo("[1]");
        assertThat(text(event)).doesNotContain("ordering_key");
        assertThat(other.id()).isEqualTo(event.id());
    }

    /// The second would choose the app.
    @ParameterizedTest
    @ValueSource(strings = {"", "{}} ", "{},\"app\":\"other\"", "null", "{\"a\":1,\"a\":2}", "01"})
    void dataIsOneJsonValue(String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> Event.of("a", json));
    }

    @Test
    void dataIsText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Event.of("a", "\"é\"".getBytes(ISO_8859_1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Event.of("a", " ".repeat(Event.DATA_BYTES_MAX) + "1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text(Event.of("a", "1").withOrderingKey("\ud800")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Event.of("a", "1").withTtl(Duration.ofMillis(999)));
    }

    @Test
    void theDataIsNotShown() {
        assertThat(Event.of("a", "\"private\"").withId("x")).hasToString("Event[x, a, 9 bytes]");
    }

    private static String text(Event event) {
        return new String(EventWriter.one(event), UTF_8);
    }
}

package dev.waybill.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceivedEventTest {

    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void allFields() throws MalformedJson {
        var event =
                read(
                        """
                        {"id":"evt_1","type":"invoice.paid","created_at":"2026-05-01T12:00:00.000Z",
                         "mode":"test","expires_at":"2026-05-01T13:00:00.000Z",
                         "ordering_key":"inv_42","sequence":7,"replayed":true,
                         "data":{"total": 119.00}}
                        """);

        assertThat(event.id()).isEqualTo("evt_1");
        assertThat(event.type()).isEqualTo("invoice.paid");
        assertThat(event.createdAt()).isEqualTo(NOON);
        assertThat(event.expiresAt()).contains(NOON.plusSeconds(3600));
        assertThat(event.orderingKey()).contains("inv_42");
        assertThat(event.sequence()).hasValue(7);
        assertThat(event.isTest()).isTrue();
        assertThat(event.isReplayed()).isTrue();
        assertThat(event.data()).isEqualTo("{\"total\": 119.00}");
        assertThat(event).hasToString("ReceivedEvent[evt_1, invoice.paid]");
    }

    @Test
    void optionalFieldsAreAbsent() throws MalformedJson {
        var event =
                read(
                        """
                        {"id":"a","type":"b","created_at":"2026-05-01T14:00:00+02:00",
                         "mode":"live","data":1}
                        """);

        assertThat(event.createdAt()).isEqualTo(NOON);
        assertThat(event.expiresAt()).isEmpty();
        assertThat(event.isExpired(Instant.MAX)).isFalse();
        assertThat(event.orderingKey()).isEmpty();
        assertThat(event.sequence()).isEmpty();
        assertThat(event.isTest()).isFalse();
        assertThat(event.isReplayed()).isFalse();
    }

    @Test
    void anEventIsExpiredAtItsExpiry() throws MalformedJson {
        var event =
                read(
                        """
                        {"id":"a","type":"b","created_at":"2026-05-01T11:00:00Z",
                         "expires_at":"2026-05-01T12:00:00.000Z","data":1}
                        """);

        assertThat(event.isExpired(NOON.minusMillis(1))).isFalse();
        assertThat(event.isExpired(NOON)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"id\":\"a\",\"type\":\"b\",\"created_at\":\"2026-05-01T11:00:00Z\"}",
                "{\"id\":1,\"type\":\"b\",\"created_at\":\"2026-05-01T11:00:00Z\",\"data\":1}",
                "{\"id\":\"a\",\"created_at\":\"2026-05-01T11:00:00Z\",\"data\":1}",
                "{\"id\":\"a\",\"type\":\"b\",\"created_at\":\"yesterday\",\"data\":1}",
                "{\"id\":\"a\",\"type\":\"b\",\"data\":1}",
                "{\"id\":\"a\",\"type\":\"b\",\"created_at\":\"2026-05-01T11:00:00Z\","
                        + "\"expires_at\":null,\"data\":1}",
            })
    void bodiesThatAreNoEvent(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(MalformedJson.class);
    }

    private static ReceivedEvent read(String json) throws MalformedJson {
        return ReceivedEvent.read(json.getBytes(UTF_8));
    }
}

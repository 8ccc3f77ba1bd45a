package dev.waybill.domain.event;

import static dev.waybill.testing.ManualClock.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class EnvelopeTest {

    private static final UUID ID = Ids.lowestAt(NOON);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":1.0}",
                "{\"amount\":1e400}",
                "{\"amount\":12345678901234567890}",
                "{\"name\":\"\\u00e9\"}",
                "{\"name\":\"é\"}",
                "{\"z\":1,\"a\":2}",
                "{  \"a\" :\t1 ,\n \"b\" : [ ] }",
                "[1,2,3]",
                "null",
                "-0.0",
                "\"text\"",
            })
    void dataIsCarriedByteForByte(String data) {
        var body = body(event(null, data, null, null, null));

        assertThat(body).endsWith(",\"data\":" + data + "}");
    }

    @Test
    void absentFieldsAreLeftOut() {
        assertThat(body(event(null, "{}", null, null, null)))
                .isEqualTo(
                        """
                        {"id":"%s","type":"invoice.paid","created_at":"2026-05-01T12:00:00.000Z",\
                        "mode":"live","data":{}}\
                        """
                                .formatted(IdKind.EVENT.format(ID)));
    }

    @Test
    void whatIsThereComesInItsOrder() {
        var expiresAt = NOON.plusSeconds(60);

        assertThat(body(event("order-7", "{}", expiresAt, "inv_42", 7L)))
                .isEqualTo(
                        """
                        {"id":"order-7","type":"invoice.paid",\
                        "created_at":"2026-05-01T12:00:00.000Z","mode":"live",\
                        "expires_at":"2026-05-01T12:01:00.000Z",\
                        "ordering_key":"inv_42","sequence":7,"data":{}}\
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\"b",
                "a\\b",
                "tab\tnewline\nreturn\r",
                "\u0001\u001f\u007f",
                "Zürich/東京",
                "😀",
                "\u2028",
            })
    void anOrderingKeyMayHoldAnyCharacter(String key) {
        var body = body(event(null, "{}", null, key, 1L));

        var read = JsonMapper.shared().readTree(body);

        assertThat(read.get("ordering_key").asString()).isEqualTo(key);
        assertThat(read.get("sequence").asLong()).isEqualTo(1);
    }

    @Test
    void theEnvelopeKnowsWhatGoesIntoHeaders() {
        var envelope = Envelope.of(event("order-7", "{}", NOON.plusSeconds(60), null, null));

        assertThat(envelope.eventId()).isEqualTo("order-7");
        assertThat(envelope.expiresAt()).isEqualTo("2026-05-01T12:01:00.000Z");
        assertThat(envelope.traceparent()).isEqualTo("00-trace");
    }

    private static String body(Event event) {
        return new String(Envelope.of(event).body(), UTF_8);
    }

    private static Event event(
            @Nullable String ownId,
            String data,
            @Nullable Instant expiresAt,
            @Nullable String orderingKey,
            @Nullable Long sequence) {
        return new Event(
                ID,
                Apps.DEFAULT,
                Mode.LIVE,
                ownId,
                "invoice.paid",
                data.getBytes(UTF_8),
                NOON,
                expiresAt,
                null,
                orderingKey,
                sequence,
                "00-trace");
    }
}

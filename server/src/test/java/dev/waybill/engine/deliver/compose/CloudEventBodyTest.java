package dev.waybill.engine.deliver.compose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Apps;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.event.Envelope;
import dev.waybill.domain.event.Event;
import dev.waybill.domain.event.EventFormat;
import dev.waybill.domain.event.ExpiryRule;
import io.cloudevents.CloudEvent;
import io.cloudevents.SpecVersion;
import io.cloudevents.jackson.JsonFormat;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The CloudEvents that endpoints get, as the SDK of CloudEvents reads them.
class CloudEventBodyTest {

    private static final String SOURCE = "urn:waybill:" + IdKind.APP.format(Apps.DEFAULT) + ":test";

    private static Envelope envelope(
            String data,
            @Nullable Instant expiresAt,
            @Nullable String key,
            @Nullable Long sequence,
            boolean replayed) {
        return Envelope.of(
                new Event(
                        new UUID(1, 1),
                        Apps.DEFAULT,
                        Mode.TEST,
                        "order-7",
                        "invoice.paid",
                        data.getBytes(UTF_8),
                        Instant.parse("2026-05-01T12:00:00.123Z"),
                        expiresAt,
                        expiresAt == null ? null : ExpiryRule.EVENT,
                        key,
                        sequence,
                        "00-trace"),
                replayed);
    }

    private static Envelope sent(Envelope envelope) {
        return new Composer("1").formatted(envelope, EventFormat.CLOUDEVENTS, Apps.DEFAULT);
    }

    private static CloudEvent read(Envelope envelope) {
        return new JsonFormat().deserialize(sent(envelope).body());
    }

    private static Envelope withData(String data) {
        return envelope(data, null, null, null, false);
    }

    @Test
    void theSdkReadsEveryAttribute() {
        var expiresAt = Instant.parse("2026-05-01T13:00:00Z");

        var event = read(envelope("{\"total\":1}", expiresAt, "a\"\\\u0001\u20ac", 42L, true));

        assertThat(event.getSpecVersion()).isEqualTo(SpecVersion.V1);
        assertThat(event.getId()).isEqualTo("order-7");
        assertThat(event.getSource()).hasToString(SOURCE);
        assertThat(event.getType()).isEqualTo("invoice.paid");
        assertThat(event.getTime()).isEqualTo(OffsetDateTime.parse("2026-05-01T12:00:00.123Z"));
        assertThat(event.getDataContentType()).isEqualTo("application/json");
        assertThat(event.getExtensionNames())
                .containsExactlyInAnyOrder(
                        "expirytime", "partitionkey", "sequence", "waybillmode", "waybillreplayed");
        assertThat(event.getExtension("expirytime")).isEqualTo("2026-05-01T13:00:00.000Z");
        assertThat(event.getExtension("partitionkey")).isEqualTo("a\"\\\u0001\u20ac");
        assertThat(event.getExtension("sequence")).isEqualTo("0000000000000000042");
        assertThat(event.getExtension("waybillmode")).isEqualTo("test");
        assertThat(event.getExtension("waybillreplayed")).isEqualTo(true);
    }

    @Test
    void attributesThatDoNotApplyAreAbsent() {
        var event = read(withData("1"));

        assertThat(event.getExtensionNames()).containsExactly("waybillmode");
        assertThat(event.getAttributeNames()).doesNotContain("subject", "dataschema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "\"\"",
                "\"\\u0000\\ud800 , \\\"data\\\":\"",
                "[]",
                "true",
                "{\"id\":\"x\"}"
            })
    void theSdkReadsEveryKindOfData(String data) {
        var json = new String(requireNonNull(read(withData(data)).getData()).toBytes(), UTF_8);

        assertThat(json).isNotEmpty();
        assertThat(new String(sent(withData(data)).body(), UTF_8))
                .endsWith(",\"data\":" + data + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e999999", "119.00", "-0", "{ \"a\" :\t1.0e+2 , \"data\": {\"data\":1}}"})
    void dataIsTheProducersBytes(String data) {
        var body = new String(sent(withData(data)).body(), UTF_8);

        assertThat(body)
                .isEqualTo(
                        "{\"specversion\":\"1.0\",\"id\":\"order-7\",\"source\":\""
                                + SOURCE
                                + "\",\"type\":\"invoice.paid\""
                                + ",\"time\":\"2026-05-01T12:00:00.123Z\""
                                + ",\"datacontenttype\":\"application/json\""
                                + ",\"waybillmode\":\"test\""
                                + ",\"data\":"
                                + data
                                + "}");
    }

    @Test
    void everyAttemptHasTheSameBytes() {
        var envelope = envelope("{}", null, "key", 1L, false);

        assertThat(sent(envelope).body()).isEqualTo(sent(envelope).body());
        assertThat(sent(envelope).format().contentType())
                .isEqualTo("application/cloudevents+json; charset=UTF-8");
    }

    @Test
    void ourOwnFormatIsTheSameEnvelope() {
        var envelope = withData("1");

        assertThat(new Composer("1").formatted(envelope, EventFormat.WAYBILL, Apps.DEFAULT))
                .isSameAs(envelope);
    }
}

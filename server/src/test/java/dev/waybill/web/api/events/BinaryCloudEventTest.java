package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.engine.capture.Publication;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.SentRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryCloudEventTest {

    /// The example of the JSON format in binary mode.
    private static final SentRequest EXAMPLE =
            SentRequest.post("/v1/events", "")
                    .with("Content-Type", "application/json; charset=utf-8")
                    .with("ce-specversion", "1.0")
                    .with("ce-type", "com.example.someevent")
                    .with("ce-source", "/mycontext")
                    .with("ce-id", "C234-1234-1234")
                    .with("ce-time", "2018-04-05T17:31:00Z")
                    .with("ce-comexampleextension1", "value")
                    .with("ce-comexampleothervalue", "5");

    private static ParsedEvent parse(SentRequest request, String body) {
        var caller = new Caller("key_1", Role.PRODUCER, null, Mode.LIVE, false);
        var publishing = new Publishing(caller, _ -> Optional.empty(), Instant.EPOCH, null);
        return BinaryCloudEvent.read(request, body.getBytes(UTF_8), publishing, List.of());
    }

    private static Publication read(SentRequest request, String body) {
        return switch (parse(request, body)) {
            case ParsedEvent.Valid(var publication) -> publication;
            case ParsedEvent.Invalid invalid -> throw invalid.problem();
        };
    }

    @Test
    void headersAreAttributesAndTheBodyIsDataByteForByte() {
        var body = "{\n  \"appinfoA\" : \"\\u0061\",\n  \"appinfoB\" : 1e999999\n}";

        var event = read(EXAMPLE, "\n" + body + " ");

        assertThat(event.type()).isEqualTo("com.example.someevent");
        assertThat(event.ownId()).isEqualTo(CloudEvent.eventId("/mycontext", "C234-1234-1234"));
        assertThat(event.createdAt()).isEqualTo("2018-04-05T17:31:00Z");
        assertThat(new String(event.data(), UTF_8)).isEqualTo(body);
    }

    @Test
    void valuesArePercentDecoded() {
        var event = read(EXAMPLE.with("ce-partitionkey", "Euro%20%E2%82%AC%25"), "1");

        assertThat(event.orderingKey()).isEqualTo("Euro \u20ac%");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "plain         | plain",
                "%41%42        | AB",
                "%2541         | %41",
                "%F0%9F%98%80  | \uD83D\uDE00",
                "\"a b\"       | a b",
                "\"a\\\"b\\\\\"| a\"b\\",
                "\"%22\"       | \"",
                "a\"b          | a\"b",
                "\"            | \"",
            })
    void headerValuesAreDecoded(String header, String value) {
        assertThat(BinaryCloudEvent.decode(header)).contains(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%4",
                "%zz",
                "100% sure",
                "%C3",
                "%ED%A0%80",
                "%C0%80",
                "\u00e9",
                "a\tb",
                "\"a\"b\"",
                "\"a\\\"",
                "%\uff14\uff11"
            })
    void wrongEncodingsAreRefused(String header) {
        assertThat(BinaryCloudEvent.decode(header)).isEmpty();
        assertThatThrownBy(() -> read(EXAMPLE.with("ce-subject", header), "1"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("subject must be ASCII");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##         | data is required",
                "null       | data must not be null",
                "{\"a\":1   | could not be read as JSON",
                "1 2        | more text",
                "<much/>    | could not be read as JSON",
                "{\"a\":1,\"a\":2} | uplicate",
            })
    void otherDataIsRefused(String body, String reason) {
        assertThatThrownBy(() -> read(EXAMPLE, body))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(reason);
    }

    @Test
    void otherMediaTypesAreRefused() {
        var xml = EXAMPLE.with("Content-Type", "application/xml");

        assertThatThrownBy(() -> BinaryCloudEvent.requireJson(xml)).isInstanceOf(Problem.class);
        BinaryCloudEvent.requireJson(EXAMPLE.with("Content-Type", "application/x.y+json"));
    }

    @Test
    void eventsWithTheSameBodyHaveDifferentContent() {
        var other = EXAMPLE.with("ce-id", "other");

        assertThat(BinaryCloudEvent.content(EXAMPLE, new byte[1]))
                .isNotEqualTo(BinaryCloudEvent.content(other, new byte[1]));
    }

    @ParameterizedTest
    @CsvSource({
        "application/cloudevents+json, STRUCTURED",
        "application/CloudEvents+JSON; charset=UTF-8, STRUCTURED",
        "application/cloudevents-batch+json, BATCH",
        "application/json, BINARY",
    })
    void headersDecideAboutTheFormat(String type, PublishFormat format) {
        assertThat(PublishFormat.of(EXAMPLE.with("Content-Type", type))).isEqualTo(format);
        assertThat(PublishFormat.of(SentRequest.post("/v1/events", "")))
                .isEqualTo(PublishFormat.WAYBILL);
        assertThatThrownBy(() ->
                        PublishFormat.of(
                                EXAMPLE.with("Content-Type", "application/cloudevents+xml")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("application/cloudevents+json");
    }
}

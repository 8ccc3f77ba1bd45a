package dev.waybill.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.IdKind;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class FilterInputTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final UUID ACME = UUID.fromString("01a1ee19-4f39-7000-a692-012226a0b1dd");

    private static JsonInput filter(String json) {
        var body = new JsonInput((ObjectNode) JSON.readTree(json.replace('\'', '"')), "filter");
        var inner = FilterInput.required(body, "{} must be an object.");
        return body.part(FilterInput.NAME, inner, "cause", "endpoint", "since");
    }

    @Test
    void theFieldsOfAFilterAreRead() {
        var endpoint = IdKind.ENDPOINT.format(ACME);
        var filter =
                filter(
                        "{'filter': {'cause': '503', 'endpoint': '"
                                + endpoint
                                + "', 'since': '2026-05-01T14:00:00+02:00'}}");

        assertThat(filter.text("cause").orNull()).isEqualTo("503");
        assertThat(filter.id("endpoint", IdKind.ENDPOINT).orNull()).isEqualTo(ACME);
        assertThat(filter.time("since").orNull()).isEqualTo(Instant.parse("2026-05-01T12:00:00Z"));
        assertThat(filter.violations().isEmpty()).isTrue();
    }

    @Test
    void absentFieldsAreNull() {
        var filter = filter("{'filter': {'cause': '503', 'since': null}}");

        assertThat(filter.text("endpoint").orNull()).isNull();
        assertThat(filter.id("endpoint", IdKind.ENDPOINT).orNull()).isNull();
        assertThat(filter.time("since").orNull()).isNull();
        assertThat(filter.violations().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{}                                  | /filter          | must be an object",
                "{'filter': null}                    | /filter          | must be an object",
                "{'filter': []}                      | /filter          | must be an object",
                "{'filter': {'caus': '503'}}         | /filter/caus     | There is no field caus",
                "{'filter': {'cause': 503}}          | /filter/cause    | must be a string",
                "{'filter': {'endpoint': 'x'}}       | /filter/endpoint | begins with whe_",
                "{'filter': {'since': 'yesterday'}}  | /filter/since    | a time with an offset",
            })
    void aFieldThatCannotBeReadIsAViolation(String json, String pointer, String detail) {
        var body = new JsonInput((ObjectNode) JSON.readTree(json.replace('\'', '"')), "filter");
        var inner = FilterInput.required(body, "{} must be an object.");
        var filter = body.part(FilterInput.NAME, inner, "cause", "endpoint", "since");
        filter.text("cause");
        filter.id("endpoint", IdKind.ENDPOINT);
        filter.time("since");

        var problem = FilterInput.problem(body.violations().all());
        assertThat(problem.field()).isEqualTo(pointer);
        assertThat(problem.detail()).contains(detail);
    }
}

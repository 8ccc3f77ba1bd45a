package dev.waybill.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.IdKind;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.access.Scope;
import dev.waybill.engine.access.AccessCache;
import dev.waybill.infra.db.Database;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.SentRequest;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

class FilterFieldsTest {

    private static final UUID ACME = UUID.fromString("01a1ee19-4f39-7000-a692-012226a0b1dd");
    private static final Caller CALLER = new Caller("key_1", Role.APP, ACME, Mode.TEST, false);

    /// No filter here names an app, so that nobody is asked for one.
    private static final AppNames APPS =
            new AppNames(
                    new AccessCache(
                            new Database(new PGSimpleDataSource(), new PGSimpleDataSource())));

    private static FilterFields filter(String json) {
        var request =
                SentRequest.post("/v1/replays", json.replace('\'', '"'))
                        .with("Content-Type", "application/json");
        var body = Json.readObject(request, json.getBytes(UTF_8).length);
        return FilterFields.of(
                new Fields(body, "filter"), CALLER, APPS, "cause", "endpoint", "since");
    }

    @Test
    void aFilterSaysWhatIsMeant() {
        var endpoint = IdKind.ENDPOINT.format(ACME);
        var filter =
                filter(
                        "{'filter': {'cause': '503', 'endpoint': '"
                                + endpoint
                                + "', 'since': '2026-05-01T14:00:00+02:00'}}");

        assertThat(filter.text("cause")).isEqualTo("503");
        assertThat(filter.id("endpoint", IdKind.ENDPOINT)).isEqualTo(ACME);
        assertThat(filter.time("since")).isEqualTo(Instant.parse("2026-05-01T12:00:00Z"));
        assertThat(filter.scope()).isEqualTo(new Scope(ACME, Mode.TEST));
        assertThat(filter.json().get("cause").stringValue()).isEqualTo("503");
    }

    @Test
    void whatItDoesNotSayIsNull() {
        var filter = filter("{'filter': {'cause': '503', 'since': null}}");

        assertThat(filter.text("endpoint")).isNull();
        assertThat(filter.id("endpoint", IdKind.ENDPOINT)).isNull();
        assertThat(filter.time("since")).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{}                                  | /filter          | must be an object",
                "{'filter': null}                    | /filter          | must be an object",
                "{'filter': []}                      | /filter          | must be an object",
                "{'filter': {}}                      | /filter          | at least one of",
                "{'filter': {'cause': null}}         | /filter          | at least one of",
                "{'filter': {'caus': '503'}}         | /filter/caus     | There is no field caus",
                "{'filter': {'cause': 503}}          | /filter/cause    | must be a string",
                "{'filter': {'endpoint': 'x'}}       | /filter/endpoint | begins with whe_",
                "{'filter': {'since': 'yesterday'}}  | /filter/since    | a time with an offset",
            })
    void aFilterThatSaysNothingOrNonsenseIsRefused(String json, String pointer, String detail) {
        assertThatThrownBy(
                        () -> {
                            var filter = filter(json);
                            filter.text("cause");
                            filter.id("endpoint", IdKind.ENDPOINT);
                            filter.time("since");
                        })
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.field()).isEqualTo(pointer);
                            assertThat(problem.detail()).contains(detail);
                        });
    }
}

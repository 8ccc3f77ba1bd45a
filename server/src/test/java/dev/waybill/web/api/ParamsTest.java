package dev.waybill.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.IdKind;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.SentRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParamsTest {

    private static final UUID ID = UUID.fromString("01a1ee19-4f39-7000-a692-012226a0b1dd");

    private static Params params(String query) {
        return new Params(
                SentRequest.get("/v1/things?" + query), "limit", "cursor", "ttl", "at", "id", "q");
    }

    private static void assertRefused(String query, String field, Consumer<Params> read) {
        assertThatThrownBy(() -> read.accept(params(query)))
                .as(query)
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.type()).isEqualTo(ProblemType.MALFORMED_QUERY);
                            assertThat(problem.field()).isEqualTo(field);
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"Limit=5", "limit=5&colour=red", "=1", "limits"})
    void aParameterThatIsNotKnownIsRefusedByName(String query) {
        assertThatThrownBy(() -> params(query))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("There is no parameter ")
                .hasMessageEndingWith(" here; known parameters are at, cursor, id, limit, q, ttl.");
    }

    @ParameterizedTest
    @CsvSource({"'', 50", "limit=1, 1", "limit=500, 500", "limit=007, 7", "limit=1&limit=2, 2"})
    void theLimitHasADefault(String query, int expected) {
        assertThat(params(query).limit()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "501", "-1", "1.0", "ten", "%201", "99999999999"})
    void aLimitOutOfRangeIsRefused(String limit) {
        assertRefused("limit=" + limit, "limit", Params::limit);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "0090, 90", "315360000, 315360000"})
    void aTimeToLiveIsInSeconds(String text, long seconds) {
        assertThat(params("ttl=" + text).seconds("ttl")).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "315360001", "1.5", "-5", "%2B5", "1e3", "9999999999"})
    void aTimeToLiveOutOfRangeIsRefused(String text) {
        assertRefused("ttl=" + text, "ttl", params -> params.seconds("ttl"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-04-28T14:00:00Z,        2026-04-28T14:00:00Z",
        "2026-04-28T14:00:00%2B02:00, 2026-04-28T12:00:00Z",
        "2026-04-28T14:00:00.5Z,      2026-04-28T14:00:00.5Z",
    })
    void aTimeHasAnOffset(String text, Instant expected) {
        assertThat(params("at=" + text).time("at")).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-04-28", "2026-04-28T14:00:00", "1714312800"})
    void anythingElseIsNoTime(String text) {
        assertRefused("at=" + text, "at", params -> params.time("at"));
    }

    @Test
    void anIdIsOfItsKind() {
        var text = IdKind.DELIVERY.format(ID);

        assertThat(params("id=" + text).id("id", IdKind.DELIVERY)).contains(ID);
        assertRefused("id=" + text, "id", params -> params.id("id", IdKind.ENDPOINT));
        assertRefused("id=" + ID, "id", params -> params.id("id", IdKind.DELIVERY));
        assertRefused("id=", "id", params -> params.id("id", IdKind.DELIVERY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%00", "a%0Ab", "%7F", "%C2%85"})
    void aTextHasNoControlCharacters(String text) {
        assertRefused("q=" + text, "q", params -> params.text("q"));
    }

    @Test
    void whatIsNotThereIsEmpty() {
        var none = params("");

        assertThat(none.text("q")).isEmpty();
        assertThat(none.seconds("ttl")).isEmpty();
        assertThat(none.time("at")).isEmpty();
        assertThat(none.id("id", IdKind.DELIVERY)).isEmpty();
        assertThat(none.cursor(Cursor.ofIds(PagedList.DELIVERIES))).isEmpty();
        assertThat(params("q=+%C3%BC+").text("q")).contains(" \u00fc ");
    }
}

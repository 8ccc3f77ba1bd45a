package dev.waybill.web.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.event.EventRules;
import dev.waybill.engine.capture.PublishKey;
import dev.waybill.engine.routing.RoutingTable;
import dev.waybill.infra.db.Database;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.SentRequest;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

class BatchParserTest {

    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String GOOD = "{\"type\":\"a.b\",\"data\":1}";
    private static final String BAD = "{\"type\":\"a.b\"}";

    /// Types that are in no catalog are looked up, and nothing is asked of a database.
    private static final TypeCheck TYPES =
            new TypeCheck(
                    new RoutingTable(
                            new Database(new PGSimpleDataSource(), new PGSimpleDataSource()),
                            () -> 0),
                    false);

    private static List<BatchParser.Item> read(String type, String body) {
        return read(type, body, Optional.empty());
    }

    private static List<BatchParser.Item> read(String type, String body, Optional<String> key) {
        var caller = new Caller("key_1", Role.PRODUCER, null, Mode.LIVE, false);
        var events =
                new EventParser(new Publishing(caller, _ -> Optional.empty(), Instant.EPOCH, null));
        var request = SentRequest.post("/v1/events/batch", body).with("Content-Type", type);
        return new BatchParser(events, TYPES, key).read(request, body.getBytes(UTF_8));
    }

    /// Of each event: `ok`, or where it is wrong.
    private static List<String> outcomes(List<BatchParser.Item> items) {
        return items.stream()
                .map(item ->
                        item.problem()
                                .map(problem -> problem.type() + " " + problem.field())
                                .orElse("ok"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[G]           | ok",
                "[ G , G ]     | ok,ok",
                "[B,G,B]       | INVALID /0/data,ok,INVALID /2/data",
                "[1,G,[G],null]| INVALID /0,ok,INVALID /2,INVALID /3",
                "[{\"x\":1},G] | UNKNOWN_FIELD /0/x,ok",
            })
    void eachEventOfAnArrayIsJudgedByItself(String body, String outcomes) {
        var items = read(JSON, body.replace("G", GOOD).replace("B", BAD));

        assertThat(String.join(",", outcomes(items))).isEqualTo(outcomes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "G             | ok",
                "G;G;          | ok,ok",
                "G;;  ;G       | ok,ok",
                "B;G           | INVALID /0/data,ok",
                "G;G G;G       | ok,MALFORMED_JSON /1,ok",
                "G;{\"type\":;G| ok,MALFORMED_JSON /1,ok",
                "7;G           | INVALID /0,ok",
            })
    void eachLineIsJudgedByItself(String body, String outcomes) {
        var lines = body.replace("G", GOOD).replace("B", BAD).replace(";", "\r\n");

        assertThat(String.join(",", outcomes(read(LINES, lines)))).isEqualTo(outcomes);
        assertThat(String.join(",", outcomes(read("application/jsonl", lines))))
                .isEqualTo(outcomes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json     | G     | INVALID",
                "application/json     | []    | INVALID",
                "application/json     | \"\"  | INVALID",
                "application/json     | [G    | MALFORMED_JSON",
                "application/json     | [G,]  | MALFORMED_JSON",
                "application/json     | [G] G | MALFORMED_JSON",
                "application/json     | [{\"type\":\"a\",\"type\":\"b\"}] | MALFORMED_JSON",
                "application/json     | [\u0000] | MALFORMED_JSON",
                "application/x-ndjson | ' '   | INVALID",
                "text/plain           | [G]   | UNSUPPORTED_MEDIA_TYPE",
                "''                   | [G]   | UNSUPPORTED_MEDIA_TYPE",
            })
    void aBodyThatCannotBeReadIsRefusedAsAWhole(String type, String body, ProblemType problem) {
        assertThatThrownBy(() -> read(type, body.replace("G", GOOD)))
                .isInstanceOfSatisfying(
                        Problem.class, told -> assertThat(told.type()).isEqualTo(problem));
    }

    @Test
    void eachEventListsItsViolations() {
        var items = read(JSON, "[" + GOOD + ",{\"typ\":1},{\"type\":\"a b\",\"data\":1,\"id\":7}]");

        assertThat(errors(items.get(0))).isEmpty();
        assertThat(errors(items.get(1)))
                .containsExactly("unknown /1/typ", "required /1/type", "required /1/data");
        assertThat(errors(items.get(2))).containsExactly("type /2/id", "format /2/type");
    }

    private static List<String> errors(BatchParser.Item item) {
        return item.problem().stream()
                .flatMap(problem -> problem.errors().stream())
                .map(error -> error.code() + " " + error.pointer())
                .toList();
    }

    /// Forty violations each: the first events list all of them, the others one.
    @Test
    void aBatchListsViolationsUpToALimit() {
        var event =
                IntStream.range(0, 38)
                        .mapToObj(i -> "\"x" + i + "\":1")
                        .collect(Collectors.joining(",", "{", "}"));

        var items = read(LINES, (event + "\n").repeat(1_000));

        int complete = BatchParser.VIOLATIONS_MAX / 40;
        assertThat(items.subList(0, complete)).allMatch(item -> errors(item).size() == 40);
        assertThat(items.subList(complete, 1_000)).allMatch(item -> errors(item).size() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, LINES})
    void aBatchHasALargestSize(String type) {
        assertThat(read(type, batch(type, BatchParser.EVENTS_MAX))).hasSize(BatchParser.EVENTS_MAX);
        assertThatThrownBy(() -> read(type, batch(type, BatchParser.EVENTS_MAX + 1)))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.type()).isEqualTo(ProblemType.TOO_LARGE));
    }

    private static String batch(String type, int count) {
        var events = Collections.nCopies(count, GOOD);
        return type.equals(JSON) ? "[" + String.join(",", events) + "]" : String.join("\n", events);
    }

    @ParameterizedTest
    @CsvSource({"0, ok", "1, TOO_LARGE /0/data"})
    void anEventHasALargestSize(int more, String outcome) {
        var text = "x".repeat(EventRules.DATA_BYTES_MAX - 2 + more);

        assertThat(outcomes(read(JSON, "[{\"type\":\"a.b\",\"data\":\"" + text + "\"}]")))
                .containsExactly(outcome);
    }

    /// Place zero is where another batch with the same key looks.
    @Test
    void onlyEventsThatAreStoredTakeAPlaceUnderTheKeyOfTheRequest() {
        var body = "[" + BAD + "," + GOOD + "," + BAD + "," + GOOD + "]";

        var places =
                read(JSON, body, Optional.of("batch-7")).stream()
                        .flatMap(item -> item.publication().stream())
                        .flatMap(publication -> publication.keys().stream())
                        .map(key -> key.kind() + " " + key.key() + " " + key.ordinal())
                        .toList();

        var kind = PublishKey.Kind.IDEMPOTENCY_KEY;
        assertThat(places).containsExactly(kind + " batch-7 0", kind + " batch-7 1");
    }
}

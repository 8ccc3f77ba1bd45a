package dev.waybill.journey;

import static dev.waybill.journey.ApiClient.text;
import static dev.waybill.journey.Refusals.Refused.get;
import static dev.waybill.journey.Refusals.Refused.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journey.Refusals.Refused;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that miss: no key, wrong key, no such thing, a parameter with a typo.
class BadRequestsJourneyTest {

    private static final String SOME_ID = "01m7gjx1aqe00a15knk72vkc4k";

    @RegisterExtension static final Journey journey = Journey.strict();

    private static final ApiClient api = journey.api();

    static Stream<Refused> missing() {
        return Stream.of(
                notFound("unknown event", "/v1/events/evt_" + SOME_ID, "evt_"),
                notFound("an own id nobody gave", "/v1/events/order-1", "producer"),
                notFound("unknown delivery", "/v1/deliveries/dlv_" + SOME_ID, "dlv_"),
                notFound("unknown endpoint", "/v1/webhook_endpoints/whe_" + SOME_ID, "whe_"),
                notFound("an event's id", "/v1/deliveries/evt_" + SOME_ID, "dlv_"),
                notFound("a delivery's id", "/v1/webhook_endpoints/dlv_" + SOME_ID, "whe_"),
                notFound("an endpoint's id", "/v1/events/whe_" + SOME_ID, "evt_"),
                notFound(
                        "capitals",
                        "/v1/deliveries/dlv_" + SOME_ID.toUpperCase(Locale.ROOT),
                        "dlv_"),
                notFound("an id too large", "/v1/deliveries/dlv_8" + SOME_ID.substring(1), "dlv_"),
                notFound("an id that is NUL", "/v1/events/%00", "evt_"),
                notFound("an id with a NUL", "/v1/events/a%00b", "evt_"),
                notFound("a delivery that is NUL", "/v1/deliveries/%00", "dlv_"),
                notFound("unknown path", "/v1/nothing", "/v1/nothing"),
                notFound("unknown version", "/v2/events", "/v2/events"),
                notFound("a slash too many", "/v1/events/", "no"),
                notFound("delete nothing", "/v1/webhook_endpoints/whe_" + SOME_ID, "whe_")
                        .as("DELETE", "application/json"),
                notAllowed("/v1/events", "DELETE", "GET"),
                notAllowed("/v1/events/batch", "PUT", "POST"),
                notAllowed("/v1/deliveries", "POST", "GET"),
                notAllowed("/v1/webhook_endpoints/whe_" + SOME_ID, "PUT", "PATCH"));
    }

    static Stream<Refused> queries() {
        var lists = Stream.of("/v1/events", "/v1/deliveries", "/v1/webhook_endpoints");
        return Stream.concat(
                lists.flatMap(BadRequestsJourneyTest::queriesOfAnyList),
                Stream.of(
                        query("/v1/deliveries", "state", "done", "in_flight"),
                        query("/v1/deliveries", "status", "20", "status code"),
                        query("/v1/deliveries", "status", "abc", "status code"),
                        query("/v1/deliveries", "endpoint_id", "dlv_" + SOME_ID, "whe_"),
                        query("/v1/deliveries", "since", "2026-01-01T00:00:00", "offset"),
                        query("/v1/deliveries", "until", "yesterday", "offset"),
                        query("/v1/events", "since", "yester.day", "offset"),
                        query("/v1/events", "event_types", "a..b", "filing.*"),
                        query("/v1/events", "event_types", "a.b,", "filing.*"),
                        query("/v1/deliveries", "reason", "%00", "control"),
                        query("/v1/deliveries", "event_type", "a%00", "control"),
                        query("/v1/events", "since", "%00", "control"),
                        query("/v1/events", "since", "%ED%A0%80", "UTF-8"),
                        query("/v1/events", "state", "pending", "event_types")));
    }

    private static Stream<Refused> queriesOfAnyList(String list) {
        return Stream.of(
                query(list, "limit", "0", "1 to 500"),
                query(list, "limit", "501", "1 to 500"),
                query(list, "limit", "-1", "1 to 500"),
                query(list, "limit", "ten", "1 to 500"),
                query(list, "limit", "", "1 to 500"),
                query(list, "limits", "5", "limit"),
                query(list, "cursor", "abc", "without it"),
                query(list, "cursor", "!!", "without it"),
                query(list, "cursor", "", "without it"));
    }

    @ParameterizedTest
    @MethodSource({"missing", "queries"})
    void isRefusedPrecisely(Refused refused) {
        Refusals.check(Refusals.send(api, refused), refused);
    }

    @Test
    void aMethodThatIsNotAllowedIsAnsweredWithThoseThatAre() {
        var answer = api.delete("/v1/events").expect(405);

        assertThat(answer.header("Allow").split(", ")).containsExactlyInAnyOrder("GET", "POST");
    }

    /// In the other mode, because it takes events to have a cursor.
    @Test
    void aCursorOfAnotherListIsRefused() {
        var test = api.inTestMode();
        test.publish("a.b");
        var cursor = text(test.get("/v1/events").expect(200).json(), "next_cursor");

        for (var list : new String[] {"/v1/deliveries", "/v1/webhook_endpoints"}) {
            var refused = query(list, "cursor", cursor, "without it");
            Refusals.check(test.get(refused.path()), refused);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer wb_live_0000000000000000000000000000000000000000",
                "Basic am91cm5leXM6",
                RunningService.ADMIN_KEY,
                "Bearer x" + RunningService.ADMIN_KEY
            })
    void aMissingOrUnknownKeyIsRefusedOnEveryPath(String authorization) {
        for (var path : new String[] {"/v1/events", "/v1/deliveries", "/v1/webhook_endpoints"}) {
            var request = HttpRequest.newBuilder(URI.create(journey.address() + path)).GET();
            if (!authorization.isEmpty()) {
                request.header("Authorization", authorization);
            }

            var answer = api.send(request);

            var refused = get("key", path, 401, "unauthenticated", null, "key");
            Refusals.check(answer, refused);
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
        }
    }

    @Test
    void aPublishWithAWrongKeyIsRefusedAndNothingIsStored() {
        var answer = api.with("wrong-key-0123456789").post("/v1/events", "not even JSON");

        Refusals.check(
                answer, post("key", "/v1/events", "", 401, "unauthenticated", null, "API key"));
        Refusals.checkNothingIsStored(api);
    }

    @Test
    void anUnknownModeIsRefused() {
        var request =
                HttpRequest.newBuilder(URI.create(journey.address() + "/v1/events"))
                        .header("Authorization", "Bearer " + RunningService.ADMIN_KEY)
                        .header("Waybill-Mode", "prod");

        Refusals.check(
                api.send(request),
                get("mode", "/v1/events", 400, "malformed-header", null, "live or test"));
    }

    @Test
    void theSchemeOfTheKeyIsReadInAnyCase() {
        var request =
                HttpRequest.newBuilder(URI.create(journey.address() + "/v1/events"))
                        .header("Authorization", "bearer " + RunningService.ADMIN_KEY);

        api.send(request).expect(200);
    }

    @Test
    void healthNeedsNoKey() {
        var strangers = api.with("wrong-key-0123456789");

        strangers.get("/health/live").expect(200);
        strangers.get("/health/ready").expect(200);
    }

    private static Refused notFound(String name, String path, String hint) {
        return get(name, path, 404, "not-found", null, hint);
    }

    private static Refused notAllowed(String path, String method, String hint) {
        return get(method + " " + path, path, 405, "method-not-allowed", null, hint)
                .as(method, "application/json");
    }

    private static Refused query(String list, String name, String value, String hint) {
        var path = list + "?" + name + "=" + value;
        return get(path, path, 400, "malformed-query", name, hint);
    }

    /// An error is named by its whole path.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'since':'yesterday'}                      | /filter/since",
                "{'since':5}                                | /filter/since",
                "{'since':'2001-01-01T00:00:00Z'}           | /filter/since",
                "{'until':'tomorrow'}                       | /filter/until",
                "{'states':'failed'}                        | /filter/states",
                "{'states':[1]}                             | /filter/states/0",
                "{'states':['pending']}                     | /filter/states",
                "{'reasons':['because']}                    | /filter/reasons",
                "{'causes':['\\u0007']}                     | /filter/causes",
                "{'delivery_ids':['evt_1']}                 | /filter/delivery_ids",
                "{'endpoint_id':'1'}                        | /filter/endpoint_id",
                "{'app':7}                                  | /filter/app",
                "{'event_types':['*.*.']}                   | /filter/event_types",
                "{'stat':['failed']}                        | /filter/stat"
            },
            quoteCharacter = '`')
    void aProblemInAFilterNamesTheWholeWayToItsField(String filter, String field) {
        var body = "{\"filter\":" + filter.replace('\'', '"') + "}";

        var problem = api.post("/v1/replays", body).expect(422).json();

        assertThat(text(problem, "field")).isEqualTo(field);
    }
}

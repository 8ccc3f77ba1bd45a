package dev.waybill.web.api.replays;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.feature.replays.EndpointEvents;
import dev.waybill.feature.replays.EndpointEvents.Since;
import dev.waybill.feature.replays.EventOutcome;
import dev.waybill.feature.replays.PaceChoice;
import dev.waybill.feature.replays.ReplayFilter;
import dev.waybill.testing.PlainEndpoint;
import dev.waybill.web.api.FilterInput;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ReplayInputTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Caller ADMIN = new Caller("key_1", Role.ADMIN, null, Mode.LIVE, true);

    private final Violations violations = new Violations();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | /filter | filter is required: an object such as {\"states\": [\"failed\"]}.",
                "{\"filter\":1} | /filter | filter is required: an object such as"
                        + " {\"states\": [\"failed\"]}.",
                "{\"filter\":null} | /filter | filter is required: an object such as"
                        + " {\"states\": [\"failed\"]}.",
                "{\"filter\":{\"states\":[\"pending\"]}} | /filter/states | states must be"
                        + " delivered, failed, expired or cancelled; to one endpoint also missed.",
                "{\"filter\":{\"states\":[\"missed\"]}} | /filter/states | states must be"
                        + " delivered, failed, expired or cancelled; to one endpoint also missed.",
                "{\"filter\":{\"states\":\"failed\"}} | /filter/states | states must be a list of"
                        + " strings.",
                "{\"filter\":{\"states\":[1]}} | /filter/states/0 | states must be a list of"
                        + " strings.",
                "{\"filter\":{\"reasons\":[\"x\"]}} | /filter/reasons | reasons must be of"
                        + " blocked, cancelled, deadline, endpoint_deleted, endpoint_disabled,"
                        + " exhausted, gone, permanent, ttl.",
                "{\"filter\":{\"delivery_ids\":[\"x\"]}} | /filter/delivery_ids | delivery_ids must"
                        + " be ids that begin with dlv_.",
                "{\"filter\":{\"endpoint_id\":\"x\"}} | /filter/endpoint_id | endpoint_id must be"
                        + " an id that begins with whe_.",
                "{\"filter\":{\"endpoint_id\":5}} | /filter/endpoint_id | endpoint_id must be a"
                        + " string.",
                "{\"filter\":{\"until\":\"now\"}} | /filter/until | until must be a time with an"
                        + " offset, such as 2026-04-28T14:00:00Z.",
                "{\"filter\":{\"reason\":\"x\"}} | /filter/reason | There is no field reason; known"
                        + " fields are app, causes, delivery_ids, endpoint_id, event_types,"
                        + " reasons, since, states, until.",
                "{\"filter\":{},\"since\":\"x\"} | /since | There is no field since; known fields"
                        + " are dry_run, expected_total, filter, rate_per_second, reason,"
                        + " spread_seconds, start_at.",
                "{\"filter\":{},\"rate_per_second\":\"5\"} | /rate_per_second | rate_per_second"
                        + " must be a number from 0.01 to 10000.",
                "{\"filter\":{},\"dry_run\":1} | /dry_run | dry_run must be true or false.",
                "{\"filter\":{},\"expected_total\":1.5} | /expected_total | expected_total must be"
                        + " a whole number from 0 to 2147483647."
            })
    void whatCannotBeReadIsNamed(String body, String pointer, String detail) {
        ReplayInput.byFilter(json(body), ADMIN, NOON, violations);

        var problem = FilterInput.problem(violations.all());
        assertThat(problem.field()).isEqualTo(pointer);
        assertThat(problem.detail()).isEqualTo(detail);
        assertThat(problem.errors()).hasSize(1);
    }

    @Test
    void everythingThatCannotBeReadIsListed() {
        var body = "{\"filter\":{\"states\":1,\"until\":\"x\",\"y\":0},\"reason\":7}";
        ReplayInput.byFilter(json(body), ADMIN, NOON, violations);

        assertThat(FilterInput.problem(violations.all()).errors())
                .extracting(Problem.Detail::pointer)
                .containsExactly("/filter/y", "/filter/states", "/filter/until", "/reason");
    }

    @Test
    void aFilterIsReadAndKeptInTheWordsOfTheCaller() {
        var body =
                "{\"filter\":{\"states\":[\"failed\"],\"since\":null,\"causes\":[]},"
                        + "\"dry_run\":true,\"spread_seconds\":60}";
        var input = ReplayInput.byFilter(json(body), ADMIN, NOON, violations);

        assertThat(violations.isEmpty()).isTrue();
        assertThat(input.dryRun()).isTrue();
        assertThat(input.command().asked())
                .isEqualTo("{\"states\":[\"failed\"],\"since\":null,\"causes\":[]}");
        assertThat(input.command().pace()).isEqualTo(new PaceChoice(60.0, null));
        assertThat(input.command().criteria())
                .isInstanceOfSatisfying(
                        ReplayFilter.class,
                        filter -> {
                            assertThat(filter.states()).containsExactly(DeliveryState.FAILED);
                            assertThat(filter.since()).isNull();
                            assertThat(filter.owner()).isNull();
                        });
    }

    @Test
    void anEndpointsEventsBeginAtATimeOrBehindAnEvent() {
        assertThat(events("{\"since\":\"2026-05-01T14:00:00+02:00\"}").since())
                .isEqualTo(new Since.Time(NOON));
        assertThat(events("{\"since\":\"order-1\"}").since()).isEqualTo(new Since.Event("order-1"));
        assertThat(events("{}").since()).isNull();
        assertThat(events("{\"states\":[\"missed\",\"failed\"]}").outcomes())
                .containsExactly(EventOutcome.MISSED, EventOutcome.FAILED);
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void whatIsNotAboutTheEventsIsNotKept() {
        var body =
                "{\"since\":\"order-1\",\"dry_run\":false,\"reason\":\"r\",\"expected_total\":3,"
                        + "\"start_at\":\"2026-05-01T12:00:00Z\",\"rate_per_second\":2}";
        var command =
                ReplayInput.ofEndpoint(json(body), PlainEndpoint.create(), ADMIN, NOON, violations)
                        .command();

        assertThat(command.asked()).isEqualTo("{\"since\":\"order-1\"}");
        assertThat(command.expectedTotal()).isEqualTo(3);
        assertThat(command.reason()).isEqualTo("r");
        assertThat(command.startAt()).isEqualTo(NOON);
    }

    @Test
    void onlyAMissingAppAloneIsNotFound() {
        violations.in("filter").add("app", Violation.Code.MISSING, "There is no app nobody.");
        assertThat(FilterInput.problem(violations.all()).type()).isEqualTo(ProblemType.NOT_FOUND);

        violations.add("reason", Violation.Code.REQUIRED, "{} is required.");
        assertThat(FilterInput.problem(violations.all()).type()).isEqualTo(ProblemType.INVALID);
        assertThat(FilterInput.problem(List.of(violations.all().getLast())).type())
                .isEqualTo(ProblemType.INVALID);
    }

    private EndpointEvents events(String body) {
        var input =
                ReplayInput.ofEndpoint(json(body), PlainEndpoint.create(), ADMIN, NOON, violations);
        return (EndpointEvents) input.command().criteria();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JSON.readTree(text);
    }
}

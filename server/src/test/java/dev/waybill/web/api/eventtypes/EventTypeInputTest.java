package dev.waybill.web.api.eventtypes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class EventTypeInputTest {

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void absentAndNullAreDifferent() {
        var violations = new Violations();

        var settings =
                EventTypeInput.change("a.b", json("{'ttl_seconds':null}"), violations).settings();

        assertThat(violations.isEmpty()).isTrue();
        assertThat(settings.delivery().ttlSeconds()).isEqualTo(Update.reset());
        assertThat(settings.delivery().attemptsMax()).isEqualTo(Update.keep());
    }

    @Test
    void aPolicyIsANameOrInline() {
        var violations = new Violations();

        var named = EventTypeInput.change("a.b", json("{'retry_policy':'billing'}"), violations);
        var inline =
                EventTypeInput.change(
                        "a.b",
                        json("{'retry_policy':{'kind':'list','waits_seconds':[1]}}"),
                        violations);

        assertThat(violations.isEmpty()).isTrue();
        assertThat(named.settings().delivery().retryPolicy())
                .isEqualTo(Update.to(new PolicyChoice.Named("billing")));
        assertThat(inline.settings().delivery().retryPolicy().value().orElseThrow())
                .isInstanceOf(PolicyChoice.Inline.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'colour':1} | [colour] | UNKNOWN",
                "{'name':1} | [name] | TYPE",
                "{'description':[]} | [description] | TYPE",
                "{'ttl_seconds':'1'} | [ttl_seconds] | RANGE",
                "{'ttl_seconds':1.5} | [ttl_seconds] | RANGE",
                "{'max_attempts':true} | [max_attempts] | RANGE",
                "{'validate':'yes'} | [validate] | TYPE",
                "{'hidden':0} | [hidden] | TYPE",
                "{'retry_policy':7} | [retry_policy] | TYPE",
                "{'retry_policy':{'kind':'list','waits_seconds':[0]}}"
                        + " | [retry_policy, waits_seconds, 0] | RANGE",
                "{'retry_policy':{'kind':'list','waits_seconds':[1],'x':1}}"
                        + " | [retry_policy, x] | UNKNOWN",
            })
    void aValueThatCannotBeReadIsAViolation(String json, String path, Violation.Code code) {
        var violations = new Violations();

        EventTypeInput.change("a.b", json(json), violations);

        assertThat(violations.all()).hasSize(1);
        assertThat(violations.all().getFirst().path()).hasToString(path);
        assertThat(violations.all().getFirst().code()).isEqualTo(code);
    }

    @Test
    void allViolationsAreFoundAtOnce() {
        var violations = new Violations();

        EventTypeInput.change("a.b", json("{'a':1,'name':2,'validate':3}"), violations);

        assertThat(violations.all().stream().map(Violation::field))
                .containsExactly("a", "name", "validate");
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    }
}

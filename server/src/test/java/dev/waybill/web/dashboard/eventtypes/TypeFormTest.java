package dev.waybill.web.dashboard.eventtypes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.feature.retrypolicies.PolicyChoice;
import dev.waybill.web.dashboard.TypedForm;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeFormTest {

    @Test
    void aFieldThatIsEmptyOrNotSentGoesBackToItsDefault() {
        var input = TypedForm.input("description", "", "ttl_seconds", "");

        var update = TypeForm.update(input);

        assertThat(input.violations().isEmpty()).isTrue();
        assertThat(update.description()).isEqualTo(Update.reset());
        assertThat(update.guidance()).isEqualTo(Update.reset());
        assertThat(update.delivery().ttlSeconds()).isEqualTo(Update.reset());
        assertThat(update.delivery().attemptsMax()).isEqualTo(Update.reset());
        assertThat(update.delivery().retryPolicy()).isEqualTo(Update.reset());
        assertThat(update.payload().schema()).isEqualTo(Update.reset());
        assertThat(update.payload().validate()).isEqualTo(Update.to(false));
        assertThat(update.hidden()).isEqualTo(Update.to(false));
        // The form does not show it.
        assertThat(update.deprecated()).isEqualTo(Update.keep());
    }

    @Test
    void everyFieldIsReadByItsType() {
        var input =
                TypedForm.input(
                        "guidance",
                        "One.\r\nTwo.",
                        "ttl_seconds",
                        "1.5m",
                        "max_attempts",
                        "3",
                        "retry_policy",
                        "billing",
                        "schema",
                        "true",
                        "example",
                        "null",
                        "validate",
                        "on",
                        "hidden",
                        "on");

        var update = TypeForm.update(input);

        assertThat(input.violations().isEmpty()).isTrue();
        assertThat(update.guidance()).isEqualTo(Update.to("One.\nTwo."));
        assertThat(update.delivery().ttlSeconds()).isEqualTo(Update.to(90));
        assertThat(update.delivery().attemptsMax()).isEqualTo(Update.to(3));
        assertThat(update.delivery().retryPolicy())
                .isEqualTo(Update.to(new PolicyChoice.Named("billing")));
        assertThat(update.payload().schema().value().orElseThrow().booleanValue()).isTrue();
        assertThat(update.payload().example()).isEqualTo(Update.reset());
        assertThat(update.payload().validate()).isEqualTo(Update.to(true));
        assertThat(update.hidden()).isEqualTo(Update.to(true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ttl_seconds | soon | [ttl_seconds]",
                "ttl_seconds | 0.5 | [ttl_seconds]",
                "ttl_seconds | 999999999d | [ttl_seconds]",
                "max_attempts | 1.5 | [max_attempts]",
                "max_attempts | many | [max_attempts]",
                "retry_policy | {'kind' | [retry_policy]",
                "retry_policy | {'kind':'x'} | [retry_policy, kind]",
                "schema | {'type': | [schema]",
                "example | oops | [example]",
            })
    void aValueThatCannotBeReadIsAViolation(String field, String value, String path) {
        var input = TypedForm.input(field, value.replace('\'', '"'));

        TypeForm.update(input);

        assertThat(input.violations().all().stream().map(one -> one.path().toString()))
                .containsExactly(path);
    }

    @Test
    void anInlinePolicyIsReadFromJson() {
        var input = TypedForm.input("retry_policy", "{\"kind\":\"list\",\"waits_seconds\":[1,2]}");

        var choice = TypeForm.update(input).delivery().retryPolicy().value().orElseThrow();

        assertThat(choice)
                .isInstanceOfSatisfying(
                        PolicyChoice.Inline.class,
                        inline -> assertThat(inline.spec().attemptsMax()).isEqualTo(3));
    }

    @Test
    void aRefusedFormKeepsItsValuesAndNamesLinesOfJson() {
        var form = TypedForm.of("name", "a b", "example", "{\n\n\"n\": 1}", "ttl_seconds", "0");

        var refused =
                TypeForm.refused(
                        form,
                        List.of(
                                Violation.of("name", Violation.Code.FORMAT, "{} is wrong."),
                                Violation.of("ttl_seconds", Violation.Code.RANGE, "{} is short."),
                                Violation.in("example", "n", Violation.Code.FORMAT, "{} is off."),
                                Violation.of("other", Violation.Code.FORMAT, "{} is odd.")));

        assertThat(refused.value("name")).isEqualTo("a b");
        assertThat(refused.problemOf("name")).isEqualTo("The name is wrong.");
        assertThat(refused.problemOf("ttl_seconds")).isEqualTo("The TTL is short.");
        assertThat(refused.problemOf("example")).isEqualTo("Line 3: The example is off.");
        assertThat(refused.problem()).isEqualTo("other is odd.");
    }
}

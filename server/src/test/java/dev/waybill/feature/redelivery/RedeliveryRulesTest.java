package dev.waybill.feature.redelivery;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

class RedeliveryRulesTest {

    private static final Caller ADMIN = new Caller("key_1", Role.ADMIN, null, Mode.LIVE, true);

    private final Violations violations = new Violations();

    @ParameterizedTest
    @CsvSource({"-1, false", "0, true", "604800, true", "604801, false"})
    void aDelayIsAtMostAWeek(int seconds, boolean valid) {
        RedeliveryRules.check(
                new RequeueDelivery(new UUID(1, 1), ADMIN.scope(), seconds, null), violations);

        assertThat(violations.isEmpty()).isEqualTo(valid);
        assertThat(RedeliveryRules.DELAY_MINUTES.max() * 60)
                .isEqualTo(RedeliveryRules.DELAY_SECONDS.max());
    }

    @Test
    void aFilterSaysSomething() {
        RedeliveryRules.check(cancel(null, null, null), violations);

        var only = violations.all().getFirst();
        assertThat(only.fullPath()).containsExactly("filter");
        assertThat(only.detail("filter"))
                .isEqualTo(
                        "filter must contain at least one of endpoint_id, event_type, since, until,"
                                + " app.");
    }

    @Test
    void anyFieldOrTheAppIsSomething() {
        RedeliveryRules.check(cancel("acme", null, null), violations);
        RedeliveryRules.check(cancel(null, "order.paid", null), violations);
        RedeliveryRules.check(
                new CancelDeliveries(
                        ADMIN,
                        null,
                        new WaitingFilter(null, null, null, NOON),
                        JsonNodeFactory.instance.objectNode(),
                        "two\nlines"),
                violations);

        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void anUnreadableFieldDoesNotMakeTheFilterEmpty() {
        violations.in(RedeliveryRules.FILTER).add(Violation.notATime("since"));
        RedeliveryRules.check(cancel(null, null, null), violations);
        assertThat(violations.all()).hasSize(1);
    }

    @Test
    void everyViolationIsFoundAtOnce() {
        RedeliveryRules.check(cancel(null, "x".repeat(201), "y".repeat(1_001)), violations);

        assertThat(violations.all())
                .extracting(one -> String.join("/", one.fullPath()))
                .containsExactly("filter/event_type", "reason");
    }

    private static CancelDeliveries cancel(
            @Nullable String app, @Nullable String type, @Nullable String reason) {
        return new CancelDeliveries(
                ADMIN,
                app,
                new WaitingFilter(null, type, null, null),
                JsonNodeFactory.instance.objectNode(),
                reason);
    }
}

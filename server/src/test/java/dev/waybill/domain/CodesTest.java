package dev.waybill.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.alert.AlertRule;
import dev.waybill.domain.alert.Level;
import dev.waybill.domain.alert.Severity;
import dev.waybill.domain.alert.Stall;
import dev.waybill.domain.delivery.DeliveryState;
import dev.waybill.domain.delivery.Reason;
import dev.waybill.domain.endpoint.EndpointAction;
import dev.waybill.domain.endpoint.EndpointState;
import dev.waybill.domain.endpoint.OnExhausted;
import dev.waybill.domain.endpoint.Ordering;
import dev.waybill.domain.endpoint.SignatureScheme;
import dev.waybill.domain.event.ExpiryRule;
import dev.waybill.domain.replay.ReplayState;
import dev.waybill.domain.retry.PolicySpec.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The codes in the API, in SQL and in stored data: none of them may change.
class CodesTest {

    private static <T> Arguments codes(
            T[] values,
            Function<T, String> code,
            Function<String, Optional<T>> of,
            String... expected) {
        return arguments(Arrays.asList(values), code, of, List.of(expected));
    }

    static Stream<Arguments> codes() {
        return Stream.of(
                codes(
                        AlertRule.values(),
                        AlertRule::code,
                        AlertRule::of,
                        "endpoint.failing",
                        "endpoint.disabled",
                        "endpoint.client_errors",
                        "service.dead_letters",
                        "service.server_errors",
                        "service.backlog",
                        "service.stalled"),
                codes(
                        Level.values(),
                        Level::code,
                        Level::of,
                        "first",
                        "second",
                        "expiring",
                        "lost"),
                codes(Severity.values(), Severity::code, Severity::of, "warning", "critical"),
                codes(
                        Stall.values(),
                        Stall::code,
                        Stall::of,
                        "capture",
                        "delivery",
                        "jobs",
                        "restarted",
                        "partitions",
                        "disk",
                        "clock"),
                codes(Mode.values(), Mode::code, Mode::of, "live", "test"),
                codes(
                        Role.values(),
                        Role::code,
                        Role::of,
                        "admin",
                        "operator",
                        "viewer",
                        "producer",
                        "app"),
                codes(
                        Capability.values(),
                        Capability::code,
                        Capability::of,
                        "manage_endpoints",
                        "reveal_secrets",
                        "send_tests",
                        "resend"),
                codes(
                        DeliveryState.values(),
                        DeliveryState::code,
                        DeliveryState::of,
                        "pending",
                        "in_flight",
                        "delivered",
                        "failed",
                        "expired",
                        "cancelled"),
                codes(
                        Reason.values(),
                        Reason::code,
                        Reason::of,
                        "permanent",
                        "exhausted",
                        "gone",
                        "blocked",
                        "endpoint_disabled",
                        "ttl",
                        "deadline",
                        "cancelled",
                        "endpoint_deleted"),
                codes(
                        EndpointState.values(),
                        EndpointState::code,
                        EndpointState::of,
                        "active",
                        "paused",
                        "disabled"),
                codes(Ordering.values(), Ordering::code, Ordering::of, "none", "key", "strict"),
                codes(OnExhausted.values(), OnExhausted::code, OnExhausted::of, "continue", "hold"),
                codes(
                        SignatureScheme.values(),
                        SignatureScheme::code,
                        SignatureScheme::of,
                        "standard",
                        "standard-ed25519",
                        "hex"),
                codes(
                        ExpiryRule.values(),
                        ExpiryRule::code,
                        word -> Optional.ofNullable(ExpiryRule.of(word)),
                        "event",
                        "pointer",
                        "type"),
                codes(
                        ReplayState.values(),
                        ReplayState::code,
                        ReplayState::of,
                        "planned",
                        "running",
                        "paused",
                        "done",
                        "cancelled"),
                codes(
                        Spread.values(),
                        Spread::code,
                        Spread::of,
                        "none",
                        "proportional",
                        "additive",
                        "full"));
    }

    @ParameterizedTest
    @MethodSource("codes")
    <T> void everyValueHasACodeAndIsFoundByIt(
            List<T> values,
            Function<T, String> code,
            Function<String, Optional<T>> of,
            List<String> expected) {
        assertThat(values).extracting(code::apply).isEqualTo(expected);
        assertThat(expected).extracting(text -> of.apply(text).orElseThrow()).isEqualTo(values);
        for (var stranger : List.of("", "nonsense", "LIVE", " live")) {
            assertThat(of.apply(stranger)).as(stranger).isEmpty();
        }
    }

    @Test
    void anActionIsNamedWhenItIsDone() {
        assertThat(Stream.of(EndpointAction.values()).map(EndpointAction::done))
                .containsExactly("enabled", "disabled", "paused", "resumed");
        assertThat(EndpointAction.PAUSE.code()).isEqualTo("pause");
    }

    @Test
    void aReplayThatIsDoneOrCancelledIsOver() {
        assertThat(ReplayState.values())
                .filteredOn(ReplayState::isOver)
                .containsExactly(ReplayState.DONE, ReplayState.CANCELLED);
    }
}

package dev.waybill.feature.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.endpoint.SignatureScheme;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EndpointRulesTest {

    private final Violations violations = new Violations();

    static Stream<Arguments> broken() {
        var none = new EndpointUpdate.Limits(Update.keep(), Update.keep(), Update.keep());
        var health = new EndpointUpdate.Health(Update.keep(), Update.keep());
        return Stream.of(
                Arguments.of("/url", with(Update.reset(), Update.keep(), none, health)),
                Arguments.of(
                        "/url", with(Update.to("x".repeat(2_049)), Update.keep(), none, health)),
                Arguments.of("/event_types", with(Update.keep(), Update.reset(), none, health)),
                Arguments.of(
                        "/event_types", with(Update.keep(), Update.to(List.of()), none, health)),
                Arguments.of(
                        "/event_types",
                        with(
                                Update.keep(),
                                Update.to(Collections.nCopies(101, "*")),
                                none,
                                health)),
                Arguments.of(
                        "/event_types/1",
                        with(Update.keep(), Update.to(List.of("a.b", "a b")), none, health)),
                Arguments.of("/timeout_ms", with(limits(999, null, null), health)),
                Arguments.of("/timeout_ms", with(limits(30_001, null, null), health)),
                Arguments.of("/max_in_flight", with(limits(null, 0, null), health)),
                Arguments.of("/max_in_flight", with(limits(null, 257, null), health)),
                Arguments.of("/rate_limit", with(limits(null, null, 0.0), health)),
                Arguments.of("/rate_limit", with(limits(null, null, 100_001.0), health)),
                Arguments.of(
                        "/disable_after_failures",
                        with(none, new EndpointUpdate.Health(Update.to(0), Update.keep()))),
                Arguments.of(
                        "/pause_after_seconds",
                        with(
                                none,
                                new EndpointUpdate.Health(Update.keep(), Update.to(31_536_001)))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void eachRuleNamesItsField(String pointer, EndpointUpdate update) {
        EndpointRules.check(update, violations);

        assertThat(violations.all())
                .extracting(one -> "/" + String.join("/", one.path()))
                .containsExactly(pointer);
    }

    @Test
    void everythingThatIsWrongIsListed() {
        EndpointRules.check(
                new EndpointUpdate(
                        Update.to("a\nb"),
                        Update.to("x".repeat(1_001)),
                        Update.to(List.of("a b")),
                        Update.keep(),
                        limits(1, 0, -1.0),
                        new EndpointUpdate.Health(Update.to(0), Update.to(0)),
                        new EndpointUpdate.Order(Update.keep(), Update.keep()),
                        Update.to("nobody"),
                        Update.keep(),
                        Update.keep(),
                        Update.to(Map.of("Host", "x"))),
                violations);

        assertThat(violations.all())
                .extracting(Violation::field)
                .containsExactly(
                        "url",
                        "description",
                        "event_types",
                        "owner_email",
                        "timeout_ms",
                        "max_in_flight",
                        "rate_limit",
                        "disable_after_failures",
                        "pause_after_seconds",
                        "headers");
    }

    @Test
    void anUpdateThatSaysNothingBreaksNothing() {
        EndpointRules.check(
                with(Update.keep(), Update.keep(), limits(null, null, null), health()), violations);

        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void aSecretIsNeverQuoted() {
        EndpointRules.checkSecret("whsec_short", SignatureScheme.STANDARD, violations);

        assertThat(violations.all()).hasSize(1);
        assertThat(violations.all().getFirst().detail("secret")).doesNotContain("short");
    }

    @Test
    void aHeaderKeepsItsValueOrIsMissing() {
        var merged =
                EndpointHeaders.merge(
                        Map.of("x-token", EndpointHeaders.HIDDEN),
                        Map.of("X-Token", "abc"),
                        violations);
        assertThat(merged).containsEntry("x-token", "abc");
        assertThat(violations.isEmpty()).isTrue();

        EndpointHeaders.merge(Map.of("X-Other", EndpointHeaders.HIDDEN), Map.of(), violations);
        assertThat(violations.all())
                .extracting(Violation::path)
                .containsExactly(List.of("headers", "X-Other"));
    }

    private static EndpointUpdate.Limits limits(
            @Nullable Integer timeout, @Nullable Integer inFlight, @Nullable Double rate) {
        return new EndpointUpdate.Limits(update(timeout), update(inFlight), update(rate));
    }

    private static <T> Update<T> update(@Nullable T value) {
        return value == null ? Update.keep() : Update.to(value);
    }

    private static EndpointUpdate.Health health() {
        return new EndpointUpdate.Health(Update.keep(), Update.keep());
    }

    private static EndpointUpdate with(EndpointUpdate.Limits limits, EndpointUpdate.Health health) {
        return with(Update.keep(), Update.keep(), limits, health);
    }

    private static EndpointUpdate with(
            Update<String> url,
            Update<List<String>> types,
            EndpointUpdate.Limits limits,
            EndpointUpdate.Health health) {
        return new EndpointUpdate(
                url,
                Update.keep(),
                types,
                Update.keep(),
                limits,
                health,
                new EndpointUpdate.Order(Update.keep(), Update.keep()),
                Update.keep(),
                Update.keep(),
                Update.keep(),
                Update.keep());
    }
}

package dev.waybill.feature.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateReasonTest {

    private final Violations violations = new Violations();

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Maintenance until six", "Größe 𝄞"})
    void anyLineIsAllowed(@Nullable String reason) {
        EndpointRules.checkStateReason(reason, violations);
        assertThat(violations.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"two\nlines", "tab\t", "\u0000", "\uD800"})
    void controlCharactersAreNot(String reason) {
        EndpointRules.checkStateReason(reason, violations);
        assertThat(violations.all().getFirst().code()).isEqualTo(Violation.Code.FORMAT);
    }

    @Test
    void aReasonHasAtMostTwoHundredCharacters() {
        EndpointRules.checkStateReason("x".repeat(200), violations);
        assertThat(violations.isEmpty()).isTrue();

        EndpointRules.checkStateReason("x".repeat(201), violations);
        assertThat(violations.all().getFirst().detail("reason"))
                .isEqualTo("reason must not be longer than 200 characters.");
    }
}

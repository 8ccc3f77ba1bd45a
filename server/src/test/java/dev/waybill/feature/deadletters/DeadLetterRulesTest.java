package dev.waybill.feature.deadletters;

import static dev.waybill.testing.ManualClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.feature.deliveries.Audience;
import dev.waybill.feature.deliveries.DeliveryFilter;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class DeadLetterRulesTest {

    private static final Caller ADMIN = new Caller("key_1", Role.ADMIN, null, Mode.LIVE, true);
    private static final UUID ID = new UUID(1, 1);

    private final Violations violations = new Violations();

    @Test
    void aSelectionIsEitherIdsOrAFilter() {
        assertThat(found(null, null)).containsExactly("delivery_ids conflict");
        assertThat(found(List.of(ID), filter(null, NOON))).containsExactly("delivery_ids conflict");
        assertThat(found(List.of(ID), null)).isEmpty();
        assertThat(found(null, filter(null, NOON))).isEmpty();
    }

    @Test
    void idsAreSomeAndNotTooMany() {
        assertThat(found(List.of(), null)).containsExactly("delivery_ids required");
        assertThat(found(Collections.nCopies(500, ID), null)).isEmpty();
        assertThat(found(Collections.nCopies(501, ID), null)).containsExactly("delivery_ids range");
    }

    @Test
    void aFilterSaysSomething() {
        assertThat(found(null, filter(null, null))).containsExactly("filter required");
        assertThat(found(null, filter("x".repeat(201), null)))
                .containsExactly("filter/cause range");
        assertThat(found(null, filter("\u0000", null))).containsExactly("filter/cause format");
    }

    @Test
    void anUnreadableFilterIsNotAlsoMissing() {
        violations.add("filter", Violation.Code.TYPE, "{} must be an object.");
        DeadLetterRules.check(new DeadLetterSelection(ADMIN, null, null), violations);
        assertThat(violations.all()).hasSize(1);
    }

    @Test
    void anUnreadableFieldDoesNotMakeTheFilterEmpty() {
        violations.in("filter").add(Violation.notATime("since"));
        DeadLetterRules.check(new DeadLetterSelection(ADMIN, null, filter(null, null)), violations);
        assertThat(violations.all()).hasSize(1);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "\n"})
    void aNoteSaysSomething(@Nullable String note) {
        DeadLetterRules.requireNote(note, violations);
        assertThat(violations.all().getFirst().code()).isEqualTo(Violation.Code.REQUIRED);
    }

    @Test
    void aNoteMayHaveLinesAndAnEnd() {
        DeadLetterRules.requireNote("one\ntwo\t" + "x".repeat(1_992), violations);
        assertThat(violations.isEmpty()).isTrue();

        DeadLetterRules.checkNote("x".repeat(2_001), violations);
        assertThat(violations.all().getFirst().code()).isEqualTo(Violation.Code.RANGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "replayed", "Superseded", " reopened ", "NOTED"})
    void aKindIsNotOneOfOurs(String kind) {
        DeadLetterRules.checkKind(kind, violations);
        assertThat(violations.all().getFirst().code()).isEqualTo(Violation.Code.REFUSED);
    }

    @ParameterizedTest
    @CsvSource({
        "reconciled by hand, reconciled_by_hand",
        "Not needed, not_needed",
        "REPLAYED_ELSEWHERE, replayed_elsewhere",
        "Refunded by Bank, Refunded by Bank"
    })
    void aKnownKindIsRecognizedInAnySpelling(String given, String stored) {
        DeadLetterRules.checkKind(given, violations);
        assertThat(violations.isEmpty()).isTrue();
        assertThat(DeadLetterRules.stored(given)).isEqualTo(stored);
    }

    @Test
    void aReasonIsOneOfDeadLetters() {
        assertThat(DeadLetterRules.REASON.of("gone")).isPresent();
        assertThat(DeadLetterRules.REASON.of("ttl")).isEmpty();
        assertThat(DeadLetterRules.stored(null)).isEqualTo("resolved");
    }

    private static List<String> found(
            @Nullable List<UUID> ids, DeadLetterSelection.@Nullable Filter filter) {
        var violations = new Violations();
        DeadLetterRules.check(new DeadLetterSelection(ADMIN, ids, filter), violations);
        return violations.all().stream()
                .map(one -> String.join("/", one.fullPath()) + " " + one.code().code())
                .toList();
    }

    private static DeadLetterSelection.Filter filter(
            @Nullable String cause, @Nullable Instant since) {
        return new DeadLetterSelection.Filter(
                null,
                cause,
                new DeadLetterFilter(
                        Audience.OPERATORS,
                        null,
                        null,
                        DeliveryFilter.cause(cause),
                        null,
                        since,
                        null),
                JsonNodeFactory.instance.objectNode());
    }
}

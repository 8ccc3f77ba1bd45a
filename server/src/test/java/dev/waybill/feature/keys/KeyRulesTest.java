package dev.waybill.feature.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRulesTest {

    private static final Instant NOW = Instant.parse("2026-04-28T14:00:00Z");
    private static final Caller ADMIN = new Caller("admin", Role.ADMIN, null, Mode.LIVE, true);

    private static List<String> check(
            @Nullable Role role, @Nullable String app, String name, @Nullable Instant expiresAt) {
        var violations = new Violations();
        var command = new CreateKey(ADMIN, role, app, null, name, expiresAt, null);
        KeyRules.check(command, NOW, violations);
        return violations.all().stream()
                .map(one -> one.code().code() + ": " + one.detail(one.field()))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"ADMIN, -", "PRODUCER, -", "VIEWER, -", "APP, acme"})
    void bindsKeysOfTheRoleApp(Role role, @Nullable String app) {
        assertThat(check(role, app, "", null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-     | -    | required: role must be admin, operator, viewer, producer or app.",
                "-     | acme | required: role must be admin, operator, viewer, producer or app.",
                "APP   | -    | required: A key with the role app needs an app.",
                "ADMIN | acme | conflict: Only a key with the role app can have an app."
            })
    void refusesOtherBindings(@Nullable Role role, @Nullable String app, String violation) {
        assertThat(check(role, app, "", null)).containsExactly(violation);
    }

    @Test
    void expiresInTheFuture() {
        assertThat(check(Role.VIEWER, null, "", NOW.plusMillis(1))).isEmpty();
        assertThat(check(Role.VIEWER, null, "", NOW))
                .containsExactly("range: expires_at is in the past.");
        assertThat(check(Role.VIEWER, null, "", NOW.minus(Duration.ofDays(400)))).hasSize(1);
    }

    @Test
    void listsEveryViolation() {
        assertThat(check(Role.APP, null, "x".repeat(201), NOW))
                .containsExactly(
                        "range: name must not be longer than 200 characters.",
                        "required: A key with the role app needs an app.",
                        "range: expires_at is in the past.");
    }
}

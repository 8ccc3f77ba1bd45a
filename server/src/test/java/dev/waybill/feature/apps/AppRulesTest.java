package dev.waybill.feature.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppRulesTest {

    private static final String UID_FORM =
            "uid must be 1 to 64 letters, digits, hyphens or underscores, and must not begin with"
                    + " app_.";

    private final Violations violations = new Violations();

    private void create(@Nullable String uid, @Nullable String name) {
        AppRules.check(new CreateApp(uid, name, Mode.LIVE, null), violations);
    }

    private String only() {
        assertThat(violations.all()).hasSize(1);
        var violation = violations.all().getFirst();
        return violation.code().code() + ": " + violation.detail(violation.field());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"acme, Acme", "acme, -", "-, Acme", "A_b-9, Ünïcode & Co", "-, ' x '"})
    void acceptsAUidOrAName(@Nullable String uid, @Nullable String name) {
        create(uid, name);

        assertThat(violations.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'a b'", "''", "ä", "a/b", "app_x", "app_"})
    void refusesAUidThatIsNoName(String uid) {
        create(uid, "Acme");

        assertThat(only()).isEqualTo("format: " + UID_FORM);
    }

    @Test
    void boundsLengths() {
        create("x".repeat(64), "n".repeat(200));
        assertThat(violations.all()).isEmpty();

        create("x".repeat(65), "n".repeat(201));
        assertThat(violations.all())
                .extracting(violation -> violation.detail(violation.field()))
                .containsExactly(
                        "uid must not be longer than 64 characters.",
                        "name must not be longer than 200 characters.");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"''", "' '", "'   '"})
    void refusesABlankName(String name) {
        create("acme", name);

        assertThat(only()).isEqualTo("required: name must not be empty.");
    }

    @Test
    void requiresOneOfBoth() {
        create(null, null);

        assertThat(only()).isEqualTo("required: An app needs a name or a uid.");
    }

    @Test
    void doesNotMissAUidThatCouldNotBeRead() {
        violations.add("uid", Violation.Code.TYPE, "{} is wrong.");

        create(null, null);

        assertThat(only()).isEqualTo("type: uid is wrong.");
    }

    @Test
    void aChangeNeedsNothing() {
        AppRules.check(new ChangeApp(new UUID(0, 1), null, null), violations);
        assertThat(violations.all()).isEmpty();

        AppRules.check(new ChangeApp(new UUID(0, 1), "a b", " "), violations);
        assertThat(violations.has("uid")).isTrue();
        assertThat(violations.has("name")).isTrue();
    }
}

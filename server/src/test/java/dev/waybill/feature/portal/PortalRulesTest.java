package dev.waybill.feature.portal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Capability;
import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Role;
import dev.waybill.domain.command.Update;
import dev.waybill.domain.command.Violations;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortalRulesTest {

    private static final Caller ADMIN = new Caller("admin", Role.ADMIN, null, Mode.LIVE, true);

    private final Violations violations = new Violations();

    private List<String> found() {
        return violations.all().stream()
                .map(one -> one.code().code() + ": " + one.detail(one.field()))
                .toList();
    }

    private void checkLink(
            @Nullable String returnUrl, @Nullable Integer expires, @Nullable Integer session) {
        PortalRules.check(
                new CreatePortalLink(ADMIN, null, null, returnUrl, expires, session, null),
                violations);
    }

    @Test
    void aLinkNeedsNothing() {
        checkLink(null, null, null);

        assertThat(violations.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example.com/settings?x=1#y",
                "https://a.example:8443",
                "http://localhost:3000/back"
            })
    void returnsToPages(String url) {
        checkLink(url, 1, 604_800);

        assertThat(violations.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "http://example.com/",
                "https:///nowhere",
                "https://with blank",
                "/relative",
                ""
            })
    void returnsToNothingElse(String url) {
        checkLink(url, null, null);

        assertThat(found())
                .containsExactly(
                        "format: return_url must be the address of a page, beginning with"
                                + " https://.");
    }

    @Test
    void listsEveryViolationOfALink() {
        checkLink("x", 0, 604_801);

        assertThat(violations.all())
                .extracting(violation -> violation.field())
                .containsExactly("return_url", "expires_in_seconds", "session_seconds");
        assertThat(found())
                .contains("range: session_seconds must be a whole number from 1 to 604800.");
    }

    @Test
    void readsCapabilities() {
        assertThat(PortalRules.capabilities(List.of("resend", "send_tests"), violations))
                .containsExactlyInAnyOrder(Capability.RESEND, Capability.SEND_TESTS);
        assertThat(PortalRules.capabilities(List.of(), violations)).isEmpty();
        assertThat(violations.all()).isEmpty();

        PortalRules.capabilities(List.of("fly", "swim"), violations);
        assertThat(found())
                .containsExactly(
                        "missing: There is no capability fly; known capabilities are"
                                + " manage_endpoints, reveal_secrets, send_tests, resend.");
    }

    @Test
    void boundsTheNumberOfCapabilities() {
        PortalRules.capabilities(Collections.nCopies(5, "resend"), violations);

        assertThat(found())
                .containsExactly("range: capabilities must be a list of at most 4 strings.");
    }

    @Test
    void readsOriginsAsBrowsersWriteThem() {
        var texts = List.of("https://A.example:443/", "https://a.example", "http://localhost:3000");

        assertThat(PortalRules.origins(texts, violations))
                .containsExactly("https://a.example", "http://localhost:3000");
        assertThat(violations.all()).isEmpty();
    }

    @Test
    void refusesWhatIsNoOrigin() {
        PortalRules.origins(List.of("https://a.example/path", "ftp://b.example"), violations);

        assertThat(found())
                .containsExactly(
                        "format: embed_origins must be origins such as https://app.example.com,"
                                + " without a path.");
    }

    @Test
    void boundsTheNumberOfOrigins() {
        PortalRules.origins(Collections.nCopies(21, "https://a.example"), violations);

        assertThat(found())
                .containsExactly("range: embed_origins must be a list of at most 20 strings.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "red      | format: accent must be a colour such as #1f4fd1.",
                "#12345   | format: accent must be a colour such as #1f4fd1.",
                "''       | format: accent must be a colour such as #1f4fd1.",
                "#1234567 | range: accent must not be longer than 7 characters."
            })
    void refusesAnAccentThatIsNoColour(String accent, String violation) {
        PortalRules.check(
                new ChangePortalLook(Update.keep(), Update.to(accent), Update.keep()), violations);

        assertThat(found()).containsExactly(violation);
    }

    @Test
    void listsEveryViolationOfALook() {
        PortalRules.check(
                new ChangePortalLook(
                        Update.to("x".repeat(101)), Update.to("red"), Update.to("http://x.y")),
                violations);

        assertThat(violations.all())
                .extracting(violation -> violation.field())
                .containsExactly("product", "accent", "return_url");
    }

    @Test
    void aLookChangesOnlyWhereItIsMentioned() {
        var before = new PortalLook("Acme", "#112233", "https://a.example/");

        assertThat(look(Update.keep(), Update.keep(), Update.keep()).onto(before))
                .isEqualTo(before);
        assertThat(look(Update.reset(), Update.reset(), Update.reset()).onto(before))
                .isEqualTo(new PortalLook("", null, null));
        assertThat(look(Update.to("B"), Update.to("#ABCDEF"), Update.keep()).onto(before))
                .isEqualTo(new PortalLook("B", "#abcdef", "https://a.example/"));
    }

    private static ChangePortalLook look(
            Update<String> product, Update<String> accent, Update<String> returnUrl) {
        return new ChangePortalLook(product, accent, returnUrl);
    }
}

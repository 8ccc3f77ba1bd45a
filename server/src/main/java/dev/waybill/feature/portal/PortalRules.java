package dev.waybill.feature.portal;

import dev.waybill.domain.access.Capability;
import dev.waybill.domain.command.Violation;
import dev.waybill.domain.command.Violations;
import dev.waybill.domain.command.WholeRange;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rules for links to the portal, for its look, and for the pages that may show it.
public final class PortalRules {

    public static final WholeRange EXPIRES_IN_SECONDS =
            new WholeRange(1, Math.toIntExact(PortalLinks.LIFE_MAX.toSeconds()));

    public static final WholeRange SESSION_SECONDS =
            new WholeRange(1, Math.toIntExact(PortalLinks.SESSION_MAX.toSeconds()));

    private static final int URL_LENGTH_MAX = 2_000;
    private static final int PRODUCT_LENGTH_MAX = 100;
    private static final int ACCENT_LENGTH_MAX = 7;
    private static final Pattern COLOUR = Pattern.compile("#[0-9a-fA-F]{6}");

    private PortalRules() {}

    static void check(CreatePortalLink command, Violations violations) {
        checkUrl(command.returnUrl(), violations);
        violations.check("expires_in_seconds", command.expiresInSeconds(), EXPIRES_IN_SECONDS);
        violations.check("session_seconds", command.sessionSeconds(), SESSION_SECONDS);
    }

    static void check(ChangePortalLook command, Violations violations) {
        violations.checkText("product", command.product().orNull(), PRODUCT_LENGTH_MAX);
        checkAccent(command.accent().orNull(), violations);
        checkUrl(command.returnUrl().orNull(), violations);
    }

    /// Reads the codes in the field `capabilities`.
    public static Set<Capability> capabilities(List<String> codes, Violations violations) {
        var capabilities = EnumSet.noneOf(Capability.class);
        if (isList("capabilities", codes, Capability.values().length, violations)) {
            for (var code : codes) {
                Capability.of(code)
                        .ifPresentOrElse(
                                capabilities::add, () -> violations.add(noCapability(code)));
            }
        }
        return capabilities;
    }

    private static Violation noCapability(String code) {
        var all =
                Arrays.stream(Capability.values())
                        .map(Capability::code)
                        .collect(Collectors.joining(", "));
        return Violation.of(
                "capabilities",
                Violation.Code.MISSING,
                "There is no capability " + code + "; known capabilities are " + all + ".");
    }

    /// Reads the origins in the field `embed_origins`, each as browsers write it.
    static List<String> origins(List<String> texts, Violations violations) {
        var origins = new ArrayList<String>();
        if (isList("embed_origins", texts, EmbedOrigins.COUNT_MAX, violations)) {
            for (var text : texts) {
                EmbedOrigins.parse(text)
                        .ifPresentOrElse(
                                origins::add,
                                () ->
                                        violations.add(
                                                "embed_origins",
                                                Violation.Code.FORMAT,
                                                "{} must be origins such as"
                                                        + " https://app.example.com, without a"
                                                        + " path."));
            }
        }
        return origins.stream().distinct().toList();
    }

    /// Whether a list can be read: its items are strings, and it is not too long.
    private static boolean isList(
            String field, List<String> items, int max, Violations violations) {
        if (items.size() > max) {
            violations.add(
                    field,
                    Violation.Code.RANGE,
                    "{} must be a list of at most " + max + " strings.");
        }
        return !violations.has(field);
    }

    private static void checkAccent(@Nullable String accent, Violations violations) {
        violations.checkText("accent", accent, ACCENT_LENGTH_MAX);
        if (accent != null && !COLOUR.matcher(accent).matches()) {
            violations.add("accent", Violation.Code.FORMAT, "{} must be a colour such as #1f4fd1.");
        }
    }

    /// The page is offered as a link: no scripts, and no plain HTTP.
    private static void checkUrl(@Nullable String url, Violations violations) {
        violations.checkText("return_url", url, URL_LENGTH_MAX);
        if (url != null && !isPage(url)) {
            violations.add(
                    "return_url",
                    Violation.Code.FORMAT,
                    "{} must be the address of a page, beginning with https://.");
        }
    }

    private static boolean isPage(String text) {
        try {
            var uri = new URI(text);
            boolean local = "http".equals(uri.getScheme()) && "localhost".equals(uri.getHost());
            return uri.getHost() != null && ("https".equals(uri.getScheme()) || local);
        } catch (URISyntaxException e) {
            return false;
        }
    }
}

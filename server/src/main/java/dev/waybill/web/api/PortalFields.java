package dev.waybill.web.api;

import dev.waybill.domain.access.Caller;
import dev.waybill.domain.access.Capability;
import dev.waybill.feature.portal.EmbedOrigins;
import dev.waybill.feature.portal.PortalLinks;
import dev.waybill.feature.portal.PortalLook;
import dev.waybill.feature.users.Account;
import dev.waybill.web.http.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Checks what people ask of the portal: links to it, how it looks, where it may be shown.
public final class PortalFields {

    private static final int URL_LENGTH_MAX = 2_000;
    private static final int PRODUCT_LENGTH_MAX = 100;
    private static final Pattern COLOUR = Pattern.compile("#[0-9a-fA-F]{6}");

    private PortalFields() {}

    /// A link as it is asked for.
    ///
    /// @param caller who makes it, and whose mode it is for
    public static PortalLinks.Draft draft(ObjectNode json, Caller caller, AppNames apps) {
        var fields =
                new Fields(
                        json,
                        "app",
                        "capabilities",
                        "return_url",
                        "expires_in_seconds",
                        "session_seconds");
        return new PortalLinks.Draft(
                Account.of(caller),
                apps.owner(fields.text("app", 64), caller),
                caller.mode(),
                capabilities(fields),
                url(fields, "return_url").orElse(null),
                span(fields, "expires_in_seconds", PortalLinks.LIFE_MAX)
                        .orElse(PortalLinks.LIFE_DEFAULT),
                span(fields, "session_seconds", PortalLinks.SESSION_MAX)
                        .orElse(PortalLinks.SESSION_DEFAULT));
    }

    private static Set<Capability> capabilities(Fields fields) {
        var words = fields.texts("capabilities", Capability.values().length);
        var capabilities = EnumSet.noneOf(Capability.class);
        for (var word : words.orElse(List.of())) {
            capabilities.add(
                    Capability.of(word)
                            .orElseThrow(() ->
                                    Problem.invalid(
                                            "/capabilities",
                                            "There is no capability "
                                                    + word
                                                    + "; there are "
                                                    + all()
                                                    + ".")));
        }
        return words.isEmpty() ? EnumSet.allOf(Capability.class) : capabilities;
    }

    private static String all() {
        return Arrays.stream(Capability.values())
                .map(Capability::code)
                .collect(Collectors.joining(", "));
    }

    private static Optional<Duration> span(Fields fields, String name, Duration max) {
        return fields.integer(name, 1, Math.toIntExact(max.toSeconds())).map(Duration::ofSeconds);
    }

    /// A page that people are led to: never a script, and never over plain HTTP.
    private static Optional<String> url(Fields fields, String name) {
        var text = fields.text(name, URL_LENGTH_MAX);
        if (text.isPresent() && !isPage(text.get())) {
            throw Problem.invalid(
                    "/" + name, name + " must be the address of a page, beginning with https://.");
        }
        return text;
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

    /// What of the look was mentioned, put into the look as it stands.
    public static PortalLook look(ObjectNode json, PortalLook before) {
        var fields = new Fields(json, "product", "accent", "return_url");
        return new PortalLook(
                fields.has("product")
                        ? fields.text("product", PRODUCT_LENGTH_MAX).orElse("")
                        : before.product(),
                fields.has("accent") ? accent(fields) : before.accent(),
                fields.has("return_url")
                        ? url(fields, "return_url").orElse(null)
                        : before.returnUrl());
    }

    private static @Nullable String accent(Fields fields) {
        var accent = fields.text("accent", 7);
        if (accent.isPresent() && !COLOUR.matcher(accent.get()).matches()) {
            throw Problem.invalid("/accent", "accent must be a colour such as #1f4fd1.");
        }
        return accent.map(text -> text.toLowerCase(Locale.ROOT)).orElse(null);
    }

    /// The pages that may show the portal in a frame.
    public static List<String> origins(ObjectNode json) {
        var fields = new Fields(json, "embed_origins");
        var origins = new ArrayList<String>();
        for (var text : fields.texts("embed_origins", EmbedOrigins.COUNT_MAX).orElse(List.of())) {
            origins.add(EmbedOrigins.parse(text).orElseThrow(PortalFields::notAnOrigin));
        }
        return origins.stream().distinct().toList();
    }

    private static Problem notAnOrigin() {
        return Problem.invalid(
                "/embed_origins",
                "embed_origins must be origins such as https://app.example.com, without a path.");
    }
}

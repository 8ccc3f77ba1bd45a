package dev.waybill.web.portal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.feature.portal.PortalLook;
import dev.waybill.web.http.Problem;
import dev.waybill.web.http.ProblemType;
import dev.waybill.web.http.Request;
import dev.waybill.web.http.Response;
import dev.waybill.web.http.Route;
import dev.waybill.web.site.LightDark;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The platform's colour in the portal. It is adjusted so that text in it and on it is readable: it
/// is darkened on light ground and lightened on dark ground as far as it takes.
final class Accent {

    /// The contrast that WCAG requires of text, and a little for rounding.
    private static final double CONTRAST_MIN = 4.6;

    /// The backgrounds of both themes; see `tokens.css`.
    private static final Colour LIGHT_GROUND = Colour.of("eff1f4");

    private static final Colour DARK_PANEL = Colour.of("161a22");
    private static final Colour DARK_RAISED = Colour.of("1c212b");

    private static final Pattern NAME = Pattern.compile("([0-9a-f]{6})\\.css");

    private Accent() {}

    /// The path of the stylesheet with the tokens of this look, if it has a colour.
    static Optional<String> stylesheet(PortalLook look) {
        return Optional.ofNullable(look.accent())
                .map(accent -> "/portal/theme/" + accent.substring(1) + ".css");
    }

    static Route route() {
        return Route.waiting("GET", "/portal/theme/{name}", Accent::get);
    }

    private static Response get(Request request) {
        Matcher name = NAME.matcher(request.part("name"));
        if (!name.matches()) {
            throw Problem.of(ProblemType.NOT_FOUND, "There is no such file.");
        }
        return new Response(
                200,
                Map.of(
                        "Content-Type", "text/css; charset=utf-8",
                        "Cache-Control", "public, max-age=31536000, immutable",
                        "X-Content-Type-Options", "nosniff"),
                css(Colour.of(name.group(1))).getBytes(UTF_8));
    }

    /// The tokens of a colour in one theme.
    record Tokens(Colour accent, Colour ink, Colour soft, Colour onAccent) {}

    static Tokens light(Colour colour) {
        var soft = colour.mixed(Colour.WHITE, 0.9);
        var ink = colour.towards(Colour.BLACK, CONTRAST_MIN, LIGHT_GROUND, soft, Colour.WHITE);
        // Buttons have the ink's colour under the mouse, with the same text on them.
        return new Tokens(ink, ink, soft, Colour.WHITE);
    }

    static Tokens dark(Colour colour) {
        var soft = colour.mixed(DARK_PANEL, 0.8);
        var ink = colour.towards(Colour.WHITE, CONTRAST_MIN, DARK_RAISED, soft, Colour.BLACK);
        return new Tokens(ink, ink, soft, Colour.BLACK);
    }

    private static String css(Colour colour) {
        var light = light(colour);
        var dark = dark(colour);
        var tokens =
                ":root{"
                        + token("accent", light.accent, dark.accent)
                        + token("accent-ink", light.ink, dark.ink)
                        + token("accent-soft", light.soft, dark.soft)
                        + token("on-accent", light.onAccent, dark.onAccent)
                        + "}\n";
        return LightDark.withFallback(tokens);
    }

    private static String token(String name, Colour light, Colour dark) {
        return "--%s:light-dark(%s,%s);".formatted(name, light.css(), dark.css());
    }
}

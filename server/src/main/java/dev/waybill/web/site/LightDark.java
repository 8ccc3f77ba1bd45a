package dev.waybill.web.site;

import java.util.regex.Pattern;

/// Replaces `light-dark()` by the light colour, for browsers from before 2024, which do not support
/// it and would show no colour.
public final class LightDark {

    /// Two colours, which may contain parentheses.
    private static final Pattern CALL =
            Pattern.compile(
                    "light-dark\\(((?:[^(),]|\\([^()]*\\))+),((?:[^(),]|\\([^()]*\\))+)\\)");

    private LightDark() {}

    /// The rules, followed by the replacements for browsers that do not support them.
    public static String withFallback(String css) {
        return css
                + "@supports not (color: light-dark(#000, #fff)) {\n"
                + CALL.matcher(css).replaceAll("$1")
                + ":root, [data-theme] { color-scheme: light; }\n}\n";
    }
}

package dev.waybill.web.site;

import java.util.regex.Pattern;

/// For browsers of before 2024, which do not know `light-dark()` and would show no colour at all:
/// the light ones, made of the same rules.
public final class LightDark {

    /// Two colours, which may hold parentheses of their own.
    private static final Pattern CALL =
            Pattern.compile(
                    "light-dark\\(((?:[^(),]|\\([^()]*\\))+),((?:[^(),]|\\([^()]*\\))+)\\)");

    private LightDark() {}

    /// Rules, and after them what counts where they are not understood.
    public static String withFallback(String css) {
        return css
                + "@supports not (color: light-dark(#000, #fff)) {\n"
                + CALL.matcher(css).replaceAll("$1")
                + ":root, [data-theme] { color-scheme: light; }\n}\n";
    }
}

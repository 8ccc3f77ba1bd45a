package dev.waybill.journey;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// A configuration of a proxy, as docs/operating/proxies.md shows it.
///
/// @param text the configuration
record ProxyRecipe(String text) {

    private static final Path PAGE = Path.of("..", "docs", "operating", "proxies.md");

    /// The code under a heading of the document.
    static ProxyRecipe under(String heading) {
        try {
            var code =
                    Pattern.compile(
                                    "^## " + heading + "\\n.*?^```[a-z]+\\n(.*?)^```$",
                                    Pattern.MULTILINE | Pattern.DOTALL)
                            .matcher(Files.readString(PAGE));
            if (!code.find()) {
                throw new AssertionError("no configuration under " + heading + " in " + PAGE);
            }
            return new ProxyRecipe(code.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same with something replaced wherever it occurs, which must be the case.
    ProxyRecipe with(String part, String other) {
        if (!text.contains(part)) {
            throw new AssertionError("no " + part + " in\n" + text);
        }
        return new ProxyRecipe(text.replace(part, other));
    }

    /// The same with a line more before the one that begins so.
    ProxyRecipe withBefore(String beginning, String line) {
        return with(beginning, line + "\n" + beginning);
    }
}

package dev.waybill.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Looks for what keeps people from using a page, as far as a program can tell.
final class Axe {

    private static final String SOURCE = source();

    /// WCAG 2.2, A and AA. The size of targets is AA and off by itself; the order of headings is
    /// nobody's law, and ours.
    private static final String RUN =
            """
            async () => {
              const found = await axe.run(document, {
                runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
                rules: { 'target-size': { enabled: true }, 'heading-order': { enabled: true } },
                resultTypes: ['violations'],
              });
              return found.violations.flatMap(rule => rule.nodes.slice(0, 3).map(node =>
                `${rule.id}: ${node.target} ${node.html.slice(0, 200)}\\n${node.failureSummary}`));
            }
            """;

    private Axe() {}

    static List<String> violations(Tab tab) {
        var page = tab.loaded().page();
        if (!Boolean.TRUE.equals(page.evaluate("() => 'axe' in window"))) {
            page.evaluate(SOURCE);
        }
        return tab.strings(RUN);
    }

    private static String source() {
        try (var file = Axe.class.getResourceAsStream("/axe.min.js")) {
            if (file == null) {
                throw new AssertionError("axe is not on the class path");
            }
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

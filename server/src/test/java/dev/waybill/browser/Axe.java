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
    private static final String EVERYTHING =
            """
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
            rules: { 'target-size': { enabled: true }, 'heading-order': { enabled: true } },
            """;

    /// What another theme can break: it has other colours, and nothing is in another place.
    private static final String COLOURS =
            """
            runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
            """;

    private static final String WHOLE_PAGE = "document";

    /// The rows of a table come from one template, and the first ones of each list show every kind
    /// of row that [World] makes. Most of the time would go to the others.
    private static final String FIRST_ROWS =
            "{ include: [['html']], exclude: [['tbody > tr:nth-child(n + 25)']] }";

    private Axe() {}

    /// Loads it with every page that the tab opens, which is quicker than page by page.
    static Tab broughtAlong(Tab tab) {
        tab.page().addInitScript(SOURCE);
        return tab;
    }

    static List<String> violations(Tab tab) {
        return run(tab, WHOLE_PAGE, EVERYTHING);
    }

    static List<String> violationsOfFirstRows(Tab tab) {
        return run(tab, FIRST_ROWS, EVERYTHING);
    }

    static List<String> violationsOfColours(Tab tab) {
        return run(tab, FIRST_ROWS, COLOURS);
    }

    private static List<String> run(Tab tab, String where, String rules) {
        var page = tab.loaded().page();
        if (!Boolean.TRUE.equals(page.evaluate("() => 'axe' in window"))) {
            page.evaluate(SOURCE);
        }
        return tab.strings(RUN.formatted(where, rules));
    }

    // No rule that runs here needs the style sheets, which would be fetched once more.
    private static final String RUN =
            """
            async () => {
              const found = await axe.run(%s, {
                %s
                preload: false,
                resultTypes: ['violations'],
              });
              return found.violations.flatMap(rule => rule.nodes.slice(0, 3).map(node =>
                `${rule.id}: ${node.target} ${node.html.slice(0, 200)}\\n${node.failureSummary}`));
            }
            """;

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

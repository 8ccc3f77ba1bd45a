package dev.waybill.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Checks a page for barriers, as far as a program can detect them.
final class Axe {

    private static final String SOURCE = source();

    /// WCAG 2.2, A and AA. The rule for the size of targets is AA but off by default; the order of
    /// headings is our own rule.
    private static final String EVERYTHING =
            """
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
            rules: { 'target-size': { enabled: true }, 'heading-order': { enabled: true } },
            """;

    /// The rules that another theme can break: only colours differ.
    private static final String COLOURS =
            """
            runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
            """;

    private static final String ALL_ROWS = "[]";

    /// Rows that are not looked at, because most of the time would go to them. The rows of a table
    /// come from one template, and the first ones of each list show every kind that [World] makes.
    private static final String FIRST_ROWS =
            "[...document.querySelectorAll('tbody > tr:nth-child(n + 25)')]";

    private Axe() {}

    /// Loads it with every page that the tab opens, which is quicker than page by page.
    static Tab broughtAlong(Tab tab) {
        tab.page().addInitScript(SOURCE);
        return tab;
    }

    static List<String> violations(Tab tab) {
        return run(tab, ALL_ROWS, EVERYTHING);
    }

    static List<String> violationsOfFirstRows(Tab tab) {
        return run(tab, FIRST_ROWS, EVERYTHING);
    }

    static List<String> violationsOfColours(Tab tab) {
        return run(tab, FIRST_ROWS, COLOURS);
    }

    private static List<String> run(Tab tab, String unseen, String rules) {
        var page = tab.loaded().page();
        if (!Boolean.TRUE.equals(page.evaluate("() => 'axe' in window"))) {
            page.evaluate(SOURCE);
        }
        return tab.strings(script(unseen, rules));
    }

    /// Rows that are excluded would cost axe as much as the others, so they are hidden meanwhile.
    /// No rule that runs here needs the style sheets, which would be fetched again.
    private static String script(String unseen, String rules) {
        return """
        async () => {
          const unseen = %s;
          unseen.forEach(row => row.style.setProperty('display', 'none', 'important'));
          const found = await axe.run(document, {
            %s
            preload: false,
            resultTypes: ['violations'],
          });
          unseen.forEach(row => row.style.removeProperty('display'));
          return found.violations.flatMap(rule => rule.nodes.slice(0, 3).map(node =>
            `${rule.id}: ${node.target} ${node.html.slice(0, 200)}\\n${node.failureSummary}`));
        }
        """
                .formatted(unseen, rules);
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

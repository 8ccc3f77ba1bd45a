package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotType;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.waybill.browser.Screens.Screen;
import dev.waybill.browser.Screens.Who;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Looks at pages in both themes, on a phone, a tablet and a desk, and with their dialogs open.
/// Several test classes share the pages, so that they run in parallel.
final class ScreenLook {

    /// The widths of a desk, of a small laptop, where tables have the least room next to the
    /// navigation, of a tablet and of a phone.
    private static final List<Integer> WIDTHS = List.of(1440, 1280, 768, 360);

    /// Those at which nothing is to be found that is not at the others, but that things fit.
    private static final List<Integer> BETWEEN = List.of(1280, 768);

    private static final int HEIGHT = 900;

    /// `-Dscreens=all` looks at everything, after a change of the whole look. Otherwise the dark
    /// theme is looked at on the desk only: it has other colours, but the same layout.
    private static final boolean ALL = "all".equals(System.getProperty("screens"));

    /// Pictures for review, under `target/screenshots`, with `-Dscreens=pictures` or `all`.
    private static final boolean PICTURES_TOO =
            ALL || "pictures".equals(System.getProperty("screens"));

    /// Further dialogs of the same kind, one for each row of a list, show nothing new.
    private static final int DIALOGS_MAX = 8;

    private static final Locator.WaitForOptions GONE =
            new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);

    private static final Path PICTURES = Path.of("target", "screenshots");

    private final Browsing browsing;

    /// One browser for all: opening another takes longer than looking.
    private final Map<Who, Tab> tabs = new EnumMap<>(Who.class);

    /// The dialogs that were looked at: the same one on a page of the same kind shows nothing new.
    private final Set<String> dialogs = new HashSet<>();

    /// Looks through tabs that are kept from page to page.
    ScreenLook(Browsing browsing) {
        this.browsing = browsing;
    }

    void everybodyCanUse(Screen screen) {
        var tab = tab(screen.who()).open(screen.path());
        // The page of a one-time link sends itself on.
        tab.find("form#setup").waitFor(GONE);

        for (int width : WIDTHS) {
            tab.page().setViewportSize(width, HEIGHT);
            assertThat(Posture.faults(tab)).as("%s at %s", screen, width).isEmpty();
            if (ALL || !BETWEEN.contains(width)) {
                look(tab, screen.name(), ColorScheme.LIGHT, width);
            }
            if (ALL || width == WIDTHS.getFirst()) {
                look(tab, screen.name(), ColorScheme.DARK, width);
            }
        }
        everybodyCanUseItsDialogs(tab, screen);
        tab.hasNoErrors();
        // Otherwise it would continue to refresh itself.
        tab.page().navigate("about:blank");
    }

    /// On the phone, where they are tightest.
    private void everybodyCanUseItsDialogs(Tab tab, Screen screen) {
        int width = WIDTHS.getLast();
        for (var name : tab.strings(DIALOGS).stream().limit(DIALOGS_MAX).toList()) {
            var opener = tab.find("[data-dialog=\"" + name + "\"]").first();
            var words = opener.innerText().strip().toLowerCase(Locale.ROOT).replace(' ', '-');
            if (!dialogs.add(section(screen) + " " + words)) {
                continue;
            }
            opener.click();
            var dialog = tab.find("dialog[open]");
            assertThat(dialog.count()).as("dialogs open after %s", name).isOne();
            assertThat(Posture.faults(tab)).as("%s, %s open", screen, name).isEmpty();
            look(tab, screen.name() + "-" + words, ColorScheme.LIGHT, width);
            look(tab, screen.name() + "-" + words, ColorScheme.DARK, width);
            tab.page().keyboard().press("Escape");
            assertThat(dialog.count()).as("dialogs open after Escape").isZero();
            assertThat(opener.evaluate("one => one === document.activeElement"))
                    .as("focus is back where it was")
                    .isEqualTo(true);
        }
    }

    private static void look(Tab tab, String name, ColorScheme theme, int width) {
        tab.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
        var word = theme.name().toLowerCase(Locale.ROOT);
        if (PICTURES_TOO) {
            takePicture(tab, name + "-" + word + "-" + width + ".jpg", theme);
        }
        assertThat(faults(tab, theme)).as("%s, %s, at %s", name, word, width).isEmpty();
    }

    private static void takePicture(Tab tab, String file, ColorScheme theme) {
        // The whole page only once: the part below the fold looks the same in the dark.
        boolean whole = theme == ColorScheme.LIGHT;
        tab.page()
                .screenshot(
                        new Page.ScreenshotOptions()
                                .setPath(PICTURES.resolve(file))
                                .setType(ScreenshotType.JPEG)
                                .setFullPage(whole));
    }

    private static List<String> faults(Tab tab, ColorScheme theme) {
        if (ALL) {
            return Axe.violations(tab);
        }
        return theme == ColorScheme.LIGHT
                ? Axe.violationsOfFirstRows(tab)
                : Axe.violationsOfColours(tab);
    }

    /// Those that can be opened from here; one of each kind.
    private static final String DIALOGS =
            """
            () => {
              const byText = new Map();
              [...document.querySelectorAll('[data-dialog]')].reverse()
                .filter(one => one.checkVisibility())
                .forEach(one => byText.set(one.textContent.trim(), one.dataset.dialog));
              return [...new Set(byText.values())];
            }
            """;

    private static String section(Screen screen) {
        return screen.path().split("/", -1)[Math.min(2, screen.path().split("/", -1).length - 1)];
    }

    private String link(String app) {
        return browsing.world().portalLink(app);
    }

    private Tab tab(Who who) {
        return tabs.computeIfAbsent(who, _ -> Axe.broughtAlong(newTab(who)));
    }

    private Tab newTab(Who who) {
        return switch (who) {
            case ADMIN -> browsing.admin();
            case STRANGER -> browsing.stranger();
            case CUSTOMER -> browsing.stranger().enter(link("acme"));
            case NEW_CUSTOMER -> browsing.stranger().enter(link("newcomer"));
            case NEWCOMER -> browsing.stranger().signIn(browsing.world().keyOfNothing("admin"));
        };
    }
}

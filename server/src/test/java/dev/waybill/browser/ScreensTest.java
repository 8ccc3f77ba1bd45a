package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.browser.Screens.Screen;
import dev.waybill.browser.Screens.Who;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every page as everybody may come to see it: in both themes, on a phone, a tablet and a desk, and
/// with its dialogs open. Pictures are under `target/screenshots`, for a person to look at.
class ScreensTest {

    /// A desk's, a small laptop's, where tables are tightest beside the navigation, a tablet's and
    /// a phone's.
    private static final List<Integer> WIDTHS = List.of(1440, 1280, 768, 360);

    /// Those at which nothing is to be found that is not at the others, but that things fit.
    private static final List<Integer> BETWEEN = List.of(1280, 768);

    private static final int HEIGHT = 900;

    /// Whoever changes the look of everything asks for all of it, `-Dscreens=all`. Else the dark is
    /// looked at on the desk only: it has other colours, but nothing is in another place.
    private static final boolean ALL = "all".equals(System.getProperty("screens"));

    /// More of the same dialog, one for each row of a list, tells nothing new.
    private static final int DIALOGS_MAX = 8;

    private static final Path PICTURES = Path.of("target", "screenshots");

    @RegisterExtension static final Browsing browsing = new Browsing();

    /// One for everybody in each theme: opening another takes longer than looking.
    private static final Map<String, Tab> tabs = new HashMap<>();

    /// Those that were looked at: the same one on a page of the same kind tells nothing new.
    private static final Set<String> dialogs = new HashSet<>();

    static Stream<Arguments> screens() {
        return Screens.all(browsing.world()).stream()
                .flatMap(screen ->
                        Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                                .map(theme -> Arguments.of(screen, theme)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("screens")
    void everybodyCanUseIt(Screen screen, ColorScheme theme) {
        var tab = tab(screen.who(), theme).open(screen.path());

        for (int width : ALL || theme == ColorScheme.LIGHT ? WIDTHS : WIDTHS.subList(0, 1)) {
            tab.page().setViewportSize(width, HEIGHT);
            assertThat(Posture.faults(tab)).as("%s at %s", screen, width).isEmpty();
            if (ALL || !BETWEEN.contains(width)) {
                picture(tab, screen.name(), theme, width);
                assertThat(Axe.violations(tab)).as("%s at %s", screen, width).isEmpty();
            }
        }
        tab.page().setViewportSize(WIDTHS.getLast(), HEIGHT);
        everybodyCanUseItsDialogs(tab, screen, theme);
        tab.hasNoComplaints();
    }

    /// On the phone, where they are tightest.
    private static void everybodyCanUseItsDialogs(Tab tab, Screen screen, ColorScheme theme) {
        var names = tab.strings(DIALOGS).stream().limit(DIALOGS_MAX).toList();
        for (var name : names) {
            var opener = tab.find("[data-dialog=\"" + name + "\"]").first();
            var words = opener.innerText().strip().toLowerCase(Locale.ROOT).replace(' ', '-');
            if (!dialogs.add(theme + " " + section(screen) + " " + words)) {
                continue;
            }
            opener.click();
            var dialog = tab.find("dialog[open]");
            assertThat(dialog.count()).as("dialogs open after %s", name).isOne();
            assertThat(Posture.faults(tab)).as("%s, %s open", screen, name).isEmpty();
            picture(tab, screen.name() + "-" + words, theme, WIDTHS.getLast());
            assertThat(Axe.violations(tab)).as("%s, %s open", screen, name).isEmpty();
            tab.page().keyboard().press("Escape");
            assertThat(dialog.count()).as("dialogs open after Escape").isZero();
            assertThat(opener.evaluate("one => one === document.activeElement"))
                    .as("focus is back where it was")
                    .isEqualTo(true);
        }
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

    private static void picture(Tab tab, String name, ColorScheme theme, int width) {
        var word = theme.name().toLowerCase(Locale.ROOT);
        var file = PICTURES.resolve(name + "-" + word + "-" + width + ".png");
        // All of it only once: what is below the fold looks the same in the dark.
        boolean whole = theme == ColorScheme.LIGHT;
        tab.page().screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(whole));
    }

    private static String section(Screen screen) {
        return screen.path().split("/", -1)[Math.min(2, screen.path().split("/", -1).length - 1)];
    }

    private static String link(String app) {
        return browsing.world().portalLink(app);
    }

    private static Tab tab(Who who, ColorScheme theme) {
        return tabs.computeIfAbsent(
                who + " " + theme,
                _ -> {
                    var options = Browsing.options().setColorScheme(theme);
                    return switch (who) {
                        case ADMIN -> browsing.admin(options);
                        case STRANGER -> browsing.tab(options);
                        case CUSTOMER -> browsing.tab(options).enter(link("acme"));
                        case NEW_CUSTOMER -> browsing.tab(options).enter(link("newcomer"));
                        case NEWCOMER ->
                                browsing.tab(options)
                                        .signIn(browsing.world().keyOfNothing("admin"));
                    };
                });
    }
}

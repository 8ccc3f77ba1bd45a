package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitUntilState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Everything without a mouse.
class KeyboardTest {

    /// Everything that can be done on a page, in the order in which it is written.
    private static final String ACTIONS =
            """
            () => {
              const actions = 'a[href], button, input:not([type="hidden"]), select, textarea,'
                + ' summary, [tabindex="0"]';
              return [...document.querySelectorAll(actions)]
                .filter(one => one.checkVisibility() && !one.disabled)
                // Of several choices the keyboard stops at one; arrows lead to the others.
                .filter(one => one.type !== 'radio' || one.checked)
                .map((one, at) => {
                  one.dataset.place = at;
                  return at + ' ' + one.tagName + ' ' + one.textContent.trim().slice(0, 40);
                });
            }
            """;

    /// Where the keyboard is, and how one sees it.
    private static final String FOCUS =
            """
            () => {
              const one = document.activeElement;
              const look = getComputedStyle(one);
              const ring = parseFloat(look.outlineWidth) >= 2 && look.outlineStyle !== 'none';
              return [one.dataset.place ?? 'nowhere', ring ? 'seen' : 'unseen'];
            }
            """;

    private static final String ROWS =
            "() => [...document.querySelectorAll('a.row-link')].map(link => link.pathname)";

    @RegisterExtension static final Browsing browsing = Browsing.keepingTabs();

    private static @Nullable Tab signedIn;

    private static Tab tab() {
        var tab = signedIn == null ? browsing.admin().still() : signedIn;
        signedIn = tab;
        return tab;
    }

    static List<String> pages() {
        var world = browsing.world();
        return List.of(
                "/ui",
                "/ui/deliveries?state=failed",
                "/ui/deliveries/" + world.delivery("state=failed&event_type=invoice.paid"),
                "/ui/dlq",
                "/ui/endpoints/" + world.endpointId("/acme/failing"),
                "/ui/endpoints/new");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void tabReachesEveryActionInOrderAndIsSeen(String path) {
        tab().open(path);
        var actions = tab().strings(ACTIONS);
        var reached = new ArrayList<String>();

        // Behind the last is the browser's own frame, and then the first.
        for (int i = 0; i < actions.size() + 2 && reached.size() < actions.size(); i++) {
            tab().page().keyboard().press("Tab");
            var focus = tab().strings(FOCUS);
            if (!focus.getFirst().equals("nowhere")) {
                assertThat(focus.getLast()).as("%s of %s", focus, actions).isEqualTo("seen");
                reached.add(focus.getFirst());
            }
        }

        // A page may begin at a field that has to be filled in first.
        Collections.rotate(reached, -Math.max(0, reached.indexOf("0")));
        assertThat(reached).isEqualTo(actions.stream().map(one -> one.split(" ", 2)[0]).toList());
    }

    @Test
    void theNavigationCanBeSkipped() {
        tab().open("/ui/deliveries");

        tab().page().keyboard().press("Tab");
        tab().page().keyboard().press("Enter");

        assertThat(tab().strings("() => [document.activeElement.id]")).containsExactly("main");
    }

    @Test
    void slashSearchesAndLettersAreThenOnlyLetters() {
        tab().open("/ui/deliveries");

        tab().page().keyboard().press("/");
        tab().page().keyboard().type("gd/");

        assertThat(tab().find("#q").inputValue()).isEqualTo("gd/");
        assertThat(tab().pathOnly()).isEqualTo("/ui/deliveries");
    }

    @Test
    void twoLettersLeadToASection() {
        tab().open("/ui");

        for (var way : List.of("d /ui/deliveries", "q /ui/dlq", "e /ui/endpoints", "o /ui")) {
            tab().page().keyboard().press("g");
            tab().page().keyboard().press(way.substring(0, 1));
            arrives(way.substring(2));
        }
    }

    @Test
    void jAndKWalkTheRowsAndEnterOpensOne() {
        tab().open("/ui/deliveries");
        var rows = tab().strings(ROWS);

        tab().page().keyboard().press("j");
        tab().page().keyboard().press("j");
        tab().page().keyboard().press("j");
        tab().page().keyboard().press("k");
        tab().page().keyboard().press("Enter");

        arrives(rows.get(1));
    }

    private static void arrives(String path) {
        tab().page()
                .waitForURL(
                        url -> url.endsWith(path),
                        new Page.WaitForURLOptions().setWaitUntil(WaitUntilState.LOAD));
    }
}

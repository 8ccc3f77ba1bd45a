package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.waybill.browser.Screens.Screen;
import dev.waybill.browser.Screens.Who;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// For who only reads: without scripts, without rights, over a thin line.
class ReadingTest {

    /// With everything that belongs to it, as it goes over the line.
    private static final int FIRST_LOAD_BYTES_MAX = 60_000;

    /// The preferences that every visitor can set.
    private static final List<String> OWN =
            List.of("/ui/theme", "/ui/mode", "/ui/logout", "/ui/times", "/ui/keys");

    /// All but the one that shows the keys, and the button that opens it.
    private static final String DIALOGS =
            "[data-dialog]:not([data-dialog=help]), dialog:not(#help)";

    private static final String FORMS =
            """
            () => [...document.querySelectorAll('form[method="post"]')]
              .map(form => new URL(form.action).pathname)
            """;

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void readingWorksWithoutScripts() {
        var tab = browsing.admin(Browsing.options().setJavaScriptEnabled(false));

        assertThat(tab.open("/ui").text()).contains("Overview", "Delivered", "Open dead letters");
        tab.link("Deliveries").first().click();
        tab.find("#state").selectOption("failed");
        tab.find("#type").fill("invoice.paid");
        tab.button("Show").click();
        PlaywrightAssertions.assertThat(tab.find("tbody tr")).hasCount(2);
        tab.find("a.row-link").first().click();
        tab.find("summary", "Request and response").first().click();
        assertThat(tab.text()).contains("the database is locked", "webhook-signature");
        tab.open("/ui/dlq").find(".row-actions a[data-dialog]").first().click();
        PlaywrightAssertions.assertThat(tab.find("dialog:target")).isVisible();
        tab.hasNoErrors();
    }

    @Test
    void whoOnlyLooksSeesNothingToChange() {
        var world = browsing.world();
        var tab = browsing.tab(Browsing.options()).signIn(world.key("viewer"));
        var seen = new ArrayList<String>();

        for (var screen : Screens.all(world)) {
            if (screen.who() == Who.ADMIN && mayBeSeen(tab, screen)) {
                var forms = new ArrayList<>(tab.strings(FORMS));
                forms.removeAll(OWN);
                assertThat(forms).as("forms on %s", screen).isEmpty();
                assertThat(tab.find(DIALOGS).count()).as("%s", screen).isZero();
                seen.add(screen.name());
            }
        }

        assertThat(seen).contains("overview", "deliveries", "delivery-failed", "dlq", "endpoints");
    }

    private static boolean mayBeSeen(Tab tab, Screen screen) {
        tab.open(screen.path());
        return !tab.text().contains("Status 403");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/ui", "/ui/deliveries", "/ui/audit", "/ui/dlq"})
    void theFirstLoadIsLight(String path) {
        var tab = browsing.admin();
        var finished = new ArrayList<Request>();
        tab.page().onRequestFinished(finished::add);

        tab.open(path);

        var requests = List.copyOf(finished);
        assertThat(requests).hasSizeGreaterThanOrEqualTo(3);
        int bytes =
                requests.stream()
                        .map(Request::sizes)
                        .mapToInt(size -> size.responseBodySize + size.responseHeadersSize)
                        .sum();
        assertThat(bytes)
                .as("%s", requests.stream().map(Request::url).toList())
                .isBetween(1, FIRST_LOAD_BYTES_MAX);
    }
}

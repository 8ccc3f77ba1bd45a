package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The address contains the complete state of a page, so that a shared link shows the same.
class AddressTest {

    /// The content of a list: its rows, the selected and the entered values. Not its times, which
    /// change.
    private static final String VIEW =
            """
            () => [
              ...[...document.querySelectorAll('main tbody tr')]
                // What is counted is written down every few seconds.
                .filter(row => !row.closest('#figures, details.data')).map(row => row.dataset.id
                ?? [...row.cells].filter(c => !c.querySelector('time, a.button, button'))
                  .map(c => c.innerText)),
              ...[...document.querySelectorAll('main form[method="get"] :is(input, select)')]
                .filter(field => field.type !== 'checkbox').map(field => field.value),
              ...[...document.querySelectorAll('main [aria-current]')].map(a => a.innerText),
              document.querySelector('h1').innerText,
            ]
            """;

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void aFilterThatWasTypedIsInTheAddress() {
        var tab = browsing.admin().open("/ui/deliveries");
        tab.find("#app").fill("acme");
        tab.find("#type").fill("order.shipped");
        tab.button("Show").click();
        tab.page().waitForURL(url -> url.contains("type=order.shipped"));
        tab.find("#state").selectOption("delivered");
        tab.page().waitForURL(url -> url.contains("state=delivered"));
        var first = tab.strings(VIEW);
        tab.link("Older").click();
        tab.page().waitForURL(url -> url.contains("before="));
        var second = tab.strings(VIEW);

        assertThat(second).isNotEqualTo(first);
        assertThat(tab.open(tab.path()).strings(VIEW)).as("reloaded").isEqualTo(second);
        var colleague = browsing.tab(Browsing.options()).signIn(browsing.world().key("viewer"));
        assertThat(colleague.open(tab.path()).strings(VIEW)).as("elsewhere").isEqualTo(second);
        tab.page().goBack();
        tab.page().goBack();
        tab.page().goForward();
        assertThat(tab.strings(VIEW)).as("back and forth").isEqualTo(first);
        tab.hasNoErrors();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/ui?range=7d",
                "/ui/deliveries?app=globex&range=all",
                "/ui/deliveries?code=5xx&state=failed",
                "/ui/deliveries?since=2026-01-01T00:00&until=2999-01-01T00:00",
                "/ui/deliveries?letter=open",
                "/ui/dlq",
                "/ui/endpoints?app=acme",
                "/ui/replays",
                "/ui/audit?action=app.*",
                "/ui/settings/retry-policies"
            })
    void theSameAddressShowsTheSame(String path) {
        var mine = browsing.admin().open(path);
        var view = mine.strings(VIEW);
        var other = browsing.admin().open(path);

        assertThat(mine.open(path).strings(VIEW)).as("reloaded").isEqualTo(view);
        assertThat(other.strings(VIEW)).as("elsewhere").isEqualTo(view);
        assertThat(view).isNotEqualTo(List.of());
    }
}

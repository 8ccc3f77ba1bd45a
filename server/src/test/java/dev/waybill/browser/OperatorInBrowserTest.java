package dev.waybill.browser;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.waybill.testing.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The usual tasks of an operator.
class OperatorInBrowserTest {

    @RegisterExtension static final Browsing browsing = new Browsing();

    /// A customer reports that yesterday's `invoice.paid` did not arrive.
    @Test
    void whyAnEventDidNotReachACustomerIsFourClicksAway() {
        var tab = browsing.admin();
        // Figures are some seconds old.
        Eventually.get(() -> tab.open("/ui").text(), text -> text.contains("/acme/failing"));

        tab.find("a", "/acme/failing").first().click();
        tab.link("Latest").first().click();
        tab.find("summary", "Request and response").last().click();

        assertThat(tab.find("h1").innerText()).startsWith("invoice.paid");
        assertThat(tab.text())
                .contains("Failed", "acme", "500", "the database is locked", "webhook-signature");
        tab.hasNoErrors();
    }

    @Test
    void aSecretIsRotatedWithoutASingleRequestThatCannotBeVerified() {
        var world = browsing.world();
        var inbox = world.receiver().at("/rotated");
        var endpoint = world.api().createEndpoint(inbox.url(), "secret.rotated");
        var tab = browsing.admin().open("/ui/endpoints/" + text(endpoint, "id"));
        assertThat(tab.page().content()).doesNotContain(text(endpoint, "secret"));

        tab.link("Rotate").click();
        tab.page().getByLabel("Overlap").selectOption("3600");
        tab.find("dialog[open]").getByText("Rotate", exactly()).last().click();

        assertThat(tab.find("h1").innerText()).isEqualTo("The secret was rotated");
        var shown = tab.find("code.secret").first().innerText();
        assertThat(shown).startsWith("whsec_").isNotEqualTo(text(endpoint, "secret"));
        assertThat(tab.text()).contains("Previous", "Store it now");
        world.api().awaitDelivery(world.api().publish("secret.rotated"), "delivered");
        var signatures = inbox.next().header("webhook-signature").split(" ", -1);
        assertThat(signatures).as("one for each secret").hasSize(2);
        tab.link("Back to the endpoint").click();
        assertThat(tab.page().content()).doesNotContain(shown);
        tab.hasNoErrors();
    }

    private static Locator.GetByTextOptions exactly() {
        return new Locator.GetByTextOptions().setExact(true);
    }
}

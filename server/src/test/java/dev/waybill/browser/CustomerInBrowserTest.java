package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What a customer does in the portal, from the link on.
class CustomerInBrowserTest {

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void aCustomerAddsAnEndpointTriesItAndHasItSentAgain() {
        var world = browsing.world();
        world.api().createApp("visitor");
        var inbox = world.receiver().at("/visitor/hooks");
        var tab = browsing.stranger().enter(world.portalLink("visitor"));

        tab.link("Add endpoint").first().click();
        tab.page().getByLabel("URL").fill(inbox.url());
        tab.page().getByLabel("Description").fill("Ours");
        tab.find("form.form button.primary").click();
        assertThat(tab.text()).contains("Added.", "whsec_", inbox.url());
        assertThat(Axe.violations(tab)).isEmpty();

        tab.button("Send test event").click();
        tab.page().waitForURL(url -> url.contains("/portal/deliveries/"));
        PlaywrightAssertions.assertThat(status(tab)).hasText("Delivered");
        assertThat(tab.text()).contains("waybill.test", "Attempt 1", "Status 200");
        var first = tab.pathOnly();
        var sent = inbox.next();
        assertThat(sent.header("webhook-signature")).startsWith("v1,");

        tab.button("Resend").click();
        tab.page().waitForURL(url -> !url.contains(first));
        PlaywrightAssertions.assertThat(status(tab)).hasText("Delivered");
        assertThat(tab.text()).contains("Repeats");
        assertThat(inbox.next().header("webhook-id")).isEqualTo(sent.header("webhook-id"));
        tab.hasNoComplaints();
    }

    @Test
    void aLinkThatWasUsedExplainsItselfAndItsCodeIsNowhere() {
        var link = browsing.world().portalLink("globex");
        var first = browsing.stranger().enter(link);
        var code = link.substring(link.indexOf('#') + 1);
        assertThat(first.page().content()).doesNotContain(code);
        assertThat(first.page().url()).doesNotContain(code);

        var second = browsing.stranger();
        second.page().navigate(link);
        second.page().waitForURL(url -> url.contains("/portal/expired"));

        assertThat(second.text()).contains("This link was used before");
        assertThat(Axe.violations(second)).isEmpty();
        second.hasNoComplaints();
    }

    @Test
    void whoLeavesOrComesWithoutTheCodeIsShownTheWayBack() {
        var world = browsing.world();
        world.api().createApp("leaver");
        var body = "{\"app\":\"leaver\",\"return_url\":\"https://app.example.com/settings\"}";
        var made = world.api().post("/v1/portal_links", body).expect(201).json();
        var link = made.get("url").stringValue();
        var tab = browsing.stranger();

        tab.page().navigate(link.substring(0, link.indexOf('#')));
        tab.page().waitForURL(url -> url.contains("why=missing"));
        PlaywrightAssertions.assertThat(tab.link("Return to Parcels & Co"))
                .hasAttribute("href", "https://app.example.com/settings");

        tab.enter(link);
        tab.button("Leave").click();
        tab.page().waitForURL(url -> url.contains("why=left"));
        PlaywrightAssertions.assertThat(tab.link("Return to Parcels & Co"))
                .hasAttribute("href", "https://app.example.com/settings");
        tab.hasNoComplaints();
    }

    @Test
    void nothingOfAnotherAppIsSeenOrReached() {
        var world = browsing.world();
        var tab = browsing.stranger().enter(world.portalLink("globex"));
        var theirs = world.delivery("state=failed&event_type=invoice.paid");

        assertThat(tab.open("/portal/deliveries?app=acme").text()).doesNotContain("/acme/");
        assertThat(tab.open("/portal/endpoints").text()).doesNotContain("/acme/");
        assertThat(tab.open("/portal/deliveries/" + theirs).text()).contains("404");
        assertThat(tab.open("/ui").pathOnly()).isEqualTo("/ui/login");
    }

    /// Of the delivery itself, beside its id.
    private static Locator status(Tab tab) {
        return tab.page()
                .locator("#delivery .panel-head .status", new Page.LocatorOptions())
                .first();
    }
}

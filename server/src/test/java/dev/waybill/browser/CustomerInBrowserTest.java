package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.waybill.web.site.Icon;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A customer uses the portal, beginning with the link.
class CustomerInBrowserTest {

    /// As it is, not its mask.
    private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/]{5}");

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
        assertThat(tab.text()).contains("Redelivery of");
        assertThat(inbox.next().header("webhook-id")).isEqualTo(sent.header("webhook-id"));
        tab.hasNoErrors();
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
        second.hasNoErrors();
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
        tab.hasNoErrors();
    }

    @Test
    void whatIsCopiedWithoutAClipboardIsCopiedAndSeenToBe() {
        var world = browsing.world();
        var tab = browsing.stranger().enter(world.portalLink("globex"));
        var id = world.endpointId("/globex/quiet");
        tab.open("/portal/endpoints/" + id);
        // As in a frame whose page does not hand the clipboard on.
        tab.page()
                .evaluate(
                        """
                        () => {
                          navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
                          addEventListener('copy', () => {
                            window.taken = document.activeElement.value;
                          });
                        }
                        """);
        var copy = tab.button("Copy " + id).first();

        copy.click();

        PlaywrightAssertions.assertThat(copy.locator("path")).hasAttribute("d", Icon.CHECK.path());
        PlaywrightAssertions.assertThat(tab.find("#said")).hasText("Copied");
        assertThat(tab.page().evaluate("() => window.taken")).isEqualTo(id);
        PlaywrightAssertions.assertThat(copy).isFocused();
        PlaywrightAssertions.assertThat(copy.locator("path")).hasAttribute("d", Icon.COPY.path());
        tab.hasNoErrors();
    }

    @Test
    void aPageIsReadAtTheReadersPaceAndInTimesOfTheirPlace() {
        var tab =
                browsing.tab(Browsing.options().setTimezoneId("Asia/Kolkata"))
                        .enter(browsing.world().portalLink("acme"))
                        .open("/portal/deliveries?state=delivered");
        PlaywrightAssertions.assertThat(tab.find("#live-pace")).isVisible();
        var time = tab.find("tbody time").first();
        assertThat(time.getAttribute("title")).endsWith("UTC");

        tab.button("Local").click();

        PlaywrightAssertions.assertThat(time).hasAttribute("title", Pattern.compile("GMT.5:30$"));
        assertThat(tab.path()).isEqualTo("/portal/deliveries?state=delivered");
        tab.hasNoErrors();
    }

    @Test
    void aSecretThatIsHiddenAgainCanBeRevealedAgainOrRotated() {
        var world = browsing.world();
        var tab = browsing.stranger().enter(world.portalLink("globex"));
        tab.open("/portal/endpoints/" + world.endpointId("/globex/quiet"));
        var secret = tab.find("#secret code.secret").first();

        tab.button("Reveal").click();
        PlaywrightAssertions.assertThat(secret).containsText(SECRET);
        PlaywrightAssertions.assertThat(tab.button("Reveal")).isHidden();
        tab.page().evaluate("() => dispatchEvent(new Event('blur'))");
        PlaywrightAssertions.assertThat(secret).containsText("•••");
        tab.button("Reveal").click();
        PlaywrightAssertions.assertThat(secret).containsText(SECRET);

        tab.link("Rotate").click();
        PlaywrightAssertions.assertThat(tab.find("dialog#rotate")).isVisible();
        tab.hasNoErrors();
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

    /// The delivery's own state, next to its id.
    private static Locator status(Tab tab) {
        return tab.page()
                .locator("#delivery .panel-head .status", new Page.LocatorOptions())
                .first();
    }
}

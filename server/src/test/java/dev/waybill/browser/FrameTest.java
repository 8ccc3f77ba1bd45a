package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.journey.Receiver.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The portal in a frame on a platform's own page, which is another site: the page is at
/// `localhost`, the portal at `127.0.0.1`, and [Chromium] keeps no cookies of third parties.
class FrameTest {

    /// The page around the portal, which records the messages that it gets.
    private static final String PAGE =
            """
            <!doctype html><html lang="en"><title>Platform · Webhooks</title>
            <script>
              window.heard = [];
              addEventListener('message', message => heard.push(
                `${message.origin} ${message.data.type} ${message.data.height > 100}`));
            </script>
            <h1>Our platform</h1>
            <iframe title="Webhooks" width="1000" height="700" src="{link}"></iframe>
            """;

    private static final Page.WaitForConsoleMessageOptions REFUSAL =
            new Page.WaitForConsoleMessageOptions()
                    .setPredicate(message -> message.text().contains("frame-ancestors"));

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void aCustomerWorksInItOnAPageThatMayShowIt() {
        var world = browsing.world();
        world.api().createApp("embedder");
        var platform = platform(world.portalLink("embedder"));
        mayShow("embedder", origin(platform));
        var inbox = world.receiver().at("/embedder/hooks");
        var tab = browsing.at(origin(platform));

        tab.page().navigate(platform);
        var portal = tab.page().frameLocator("iframe");
        portal.getByRole(AriaRole.LINK, named("Add endpoint")).first().click();
        portal.getByLabel("URL").fill(inbox.url());
        portal.locator("form.form button.primary").click();
        portal.getByRole(AriaRole.BUTTON, named("Send test event")).click();

        PlaywrightAssertions.assertThat(portal.locator("#delivery .panel-head .status").first())
                .hasText("Delivered");
        assertThat(inbox.next().header("webhook-signature")).startsWith("v1,");
        assertThat(tab.strings("() => [...new Set(heard)]"))
                .containsExactly(world.address() + " waybill:height true");
        assertThat(cookie(tab)).isEqualTo("__Host-waybill-portal NONE http://localhost");
    }

    @Test
    void noOtherPageMayShowIt() {
        var world = browsing.world();
        world.api().createApp("shown-nowhere");
        mayShow("shown-nowhere", "https://app.example.com");
        var platform = platform(world.portalLink("shown-nowhere"));
        var tab = browsing.at(origin(platform));

        var refused =
                tab.page().waitForConsoleMessage(REFUSAL, () -> tab.page().navigate(platform));

        assertThat(refused.text()).contains("frame-ancestors");
        assertThat(tab.page().frames().getLast().url()).doesNotContain("/portal");
        assertThat(tab.strings("() => heard")).isEmpty();
    }

    /// A page with the portal in it; its host is not the one the portal is at.
    private static String platform(String link) {
        var page =
                new Answer(200, Map.of("Content-Type", "text/html"), PAGE.replace("{link}", link));
        return browsing.world()
                .receiver()
                .at("/platform/" + link.hashCode())
                .answers(_ -> page)
                .url()
                .replace("127.0.0.1", "localhost");
    }

    private static String origin(String url) {
        return url.substring(0, url.indexOf('/', "http://".length()));
    }

    private static void mayShow(String app, String origin) {
        browsing.world()
                .api()
                .patch("/v1/apps/" + app + "/portal", "{\"embed_origins\":[\"" + origin + "\"]}")
                .expect(200);
    }

    /// The cookies that the browser stores for the portal: name, attributes, and partition.
    private static String cookie(Tab tab) {
        var cookies = tab.page().context().cookies();
        assertThat(cookies).hasSize(1);
        var cookie = cookies.getFirst();
        return cookie.name + " " + cookie.sameSite + " " + cookie.partitionKey;
    }

    private static FrameLocator.GetByRoleOptions named(String name) {
        return new FrameLocator.GetByRoleOptions().setName(name);
    }
}

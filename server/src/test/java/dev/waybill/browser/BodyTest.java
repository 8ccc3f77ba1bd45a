package dev.waybill.browser;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The data of an event, as a page shows it and offers it for download.
class BodyTest {

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void theCopyIsWhatTheReceiverGot() {
        var world = browsing.world();
        var inbox = world.receiver().at("/copied");
        world.api().createEndpoint(inbox.url(), "body.copied");
        var data =
                """
                {"n": 12345678901234567890.10, "big": 9007199254740993, "e": 1E400,
                 "text": "Lübeck \\u00e9 \uD83D\uDE80 \u202E \\ud83d", "a":[ ] }\
                """;
        var event = "{\"type\":\"body.copied\",\"data\":" + data + "}";
        var id = text(world.api().post("/v1/events", event).expect(202).json(), "id");
        var delivery = text(world.api().awaitDelivery(id, "delivered"), "id");
        var sent = inbox.next().text();
        var tab =
                browsing.admin(
                        Browsing.options()
                                .setPermissions(List.of("clipboard-read", "clipboard-write")));

        tab.open("/ui/deliveries/" + delivery).button("Copy raw").click();

        PlaywrightAssertions.assertThat(tab.find("#said")).hasText("Copied");
        var copied = tab.strings("async () => [await navigator.clipboard.readText()]").getFirst();
        assertThat(copied).isEqualTo(sent).contains(data);
        tab.hasNoErrors();
    }

    static List<String> hostilePages() {
        var world = browsing.world();
        return List.of(
                "/ui",
                "/ui/dlq",
                "/ui/deliveries?app=evil",
                "/ui/deliveries?q=%3C%2Ftextarea%3E%3Cscript%3Ewindow.harmed%3D1%3C%2Fscript%3E",
                "/ui/deliveries/" + world.delivery("event_type=evil.event"),
                "/ui/deliveries/" + world.delivery("event_type=evil.large"),
                "/ui/events",
                "/ui/events/" + world.event("evil.event"),
                "/ui/events/" + world.event("evil.large"),
                "/ui/endpoints",
                "/ui/endpoints/" + world.evilEndpoint(),
                "/ui/audit?object=" + world.evilEndpoint());
    }

    /// Unfolded, so that everything is there to do harm.
    @ParameterizedTest(name = "{0}")
    @MethodSource("hostilePages")
    void whatStrangersWriteHarmsNoPage(String path) {
        var tab = browsing.admin().open(path);
        tab.page().setViewportSize(360, 800);

        tab.page()
                .evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)");

        assertThat(Posture.faults(tab)).isEmpty();
        assertThat(Axe.violations(tab)).isEmpty();
        assertThat(tab.page().content()).doesNotContain("\u202E", "\u001B");
        assertThat(tab.find("script:not([src]), iframe, img").count()).isZero();
        tab.hasNoErrors();
    }
}

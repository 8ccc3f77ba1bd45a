package dev.waybill.browser;

import static dev.waybill.journey.ApiClient.text;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.journey.ApiClient;
import java.nio.file.Path;

/// Makes the pictures of the README from a running `waybill demo`: see `scripts/screenshots`.
final class Pictures {

    private static final int WIDTH = 1280;
    private static final int HEIGHT = 800;

    private final ApiClient api;
    private final Path folder;

    private Pictures(ApiClient api, Path folder) {
        this.api = api;
        this.folder = folder;
    }

    /// Takes the address of the service, its admin key and the folder for the pictures.
    public static void main(String[] args) {
        var address = args[0];
        var key = args[1];
        try (var chromium = Chromium.start();
                var api = new ApiClient(address, key)) {
            var pictures = new Pictures(api, Path.of(args[2]));
            pictures.dashboard(tab(chromium, address, ColorScheme.LIGHT).signIn(key));
            pictures.portal(tab(chromium, address, ColorScheme.LIGHT));
        }
    }

    private static Tab tab(Chromium chromium, String address, ColorScheme theme) {
        var options = Browsing.options().setViewportSize(WIDTH, HEIGHT).setColorScheme(theme);
        return Tab.in(chromium.browser().newContext(options), address);
    }

    private void dashboard(Tab tab) {
        take(tab.open("/ui?range=1h"), "overview");
        take(tab.open("/ui/dlq"), "dead-letters");
        // A delivery that succeeded after failures shows more than one that arrived at once.
        var retried =
                api.list("/v1/deliveries?state=delivered&limit=500").stream()
                        .filter(row -> row.get("attempts").intValue() > 1)
                        .findFirst()
                        .orElseThrow();
        take(tab.open("/ui/deliveries/" + text(retried, "id")), "delivery");
    }

    private void portal(Tab tab) {
        var link = api.post("/v1/portal_links", "{\"app\":\"acme\"}").expect(201).json();
        take(tab.enter(text(link, "url")), "portal");
    }

    private void take(Tab tab, String name) {
        tab.page().screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
    }
}

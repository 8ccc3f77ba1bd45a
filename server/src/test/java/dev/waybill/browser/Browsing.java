package dev.waybill.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.waybill.journey.RunningService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/// The extension of browser tests: Chromium and a service with examples of everything, both started
/// once for all classes, and tabs that end with the test. Without Chromium the tests are skipped,
/// unless `BROWSER_TESTS=required`.
///
/// ```java
/// @RegisterExtension static final Browsing browsing = new Browsing();
/// ```
final class Browsing
        implements ExecutionCondition, BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    static final String REQUIRED = "BROWSER_TESTS";

    private static final int WIDTH = 1440;
    private static final int HEIGHT = 900;

    private final List<BrowserContext> contexts = new ArrayList<>();
    private final boolean keepsTabs;
    private @Nullable Chromium chromium;
    private @Nullable World world;

    /// The browser of the admin, who need not sign in for every test.
    private @Nullable String cookies;

    Browsing() {
        this(false);
    }

    private Browsing(boolean keepsTabs) {
        this.keepsTabs = keepsTabs;
    }

    /// For a class whose tests continue in the tab that the first one opened.
    static Browsing keepingTabs() {
        return new Browsing(true);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (Chromium.find().isPresent() || "required".equals(System.getenv(REQUIRED))) {
            return ConditionEvaluationResult.enabled("there is a Chromium");
        }
        return ConditionEvaluationResult.disabled(
                "no Chromium: install the package chromium, or set CHROMIUM to where it is");
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // Kept at the root, which closes them when all classes are through.
        var store = context.getRoot().getStore(Namespace.create(Browsing.class));
        chromium = store.computeIfAbsent(Chromium.class, _ -> Chromium.start(), Chromium.class);
        world = store.computeIfAbsent(World.class, _ -> World.start(), World.class);
    }

    /// Pages refresh themselves, and the tests do not need these any more.
    @Override
    public void afterEach(ExtensionContext context) {
        if (!keepsTabs) {
            closeTabs();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        closeTabs();
    }

    private void closeTabs() {
        contexts.forEach(BrowserContext::close);
        contexts.clear();
    }

    World world() {
        if (world == null) {
            throw new IllegalStateException("not before the class");
        }
        return world;
    }

    /// The default options of a browser, for tests that change them.
    static Browser.NewContextOptions options() {
        return new Browser.NewContextOptions()
                .setViewportSize(WIDTH, HEIGHT)
                .setReducedMotion(ReducedMotion.REDUCE)
                .setColorScheme(ColorScheme.LIGHT);
    }

    /// A browser that is not signed in.
    Tab stranger() {
        return tab(options());
    }

    /// A browser for another service than that of the world.
    Tab at(String address) {
        return tab(options(), address);
    }

    Tab tab(Browser.NewContextOptions options) {
        return tab(options, world().address());
    }

    private Tab tab(Browser.NewContextOptions options, String address) {
        if (chromium == null) {
            throw new IllegalStateException("not before the class");
        }
        var context = chromium.browser().newContext(options);
        contexts.add(context);
        return Tab.in(context, address);
    }

    /// A browser of the admin.
    Tab admin() {
        return admin(options());
    }

    Tab admin(Browser.NewContextOptions options) {
        if (cookies == null) {
            var first = tab(options()).signIn(RunningService.ADMIN_KEY);
            cookies = first.page().context().storageState();
        }
        return tab(options.setStorageState(cookies));
    }
}

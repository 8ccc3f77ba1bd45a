package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// One tab of a browser, which records every error of a page: an error in the console, a violation
/// of the content security policy, a request to another host, a missing file.
final class Tab {

    /// Runs before the scripts of the page. A violation of the policy is not an exception.
    private static final String WATCH =
            """
            addEventListener('securitypolicyviolation', breach => console.error(
                'content policy: ' + breach.violatedDirective + ' ' + breach.blockedURI));
            """;

    private final Page page;
    private final String address;
    private final List<String> errors = new ArrayList<>();

    private Tab(Page page, String address) {
        this.page = page;
        this.address = address;
    }

    static Tab in(BrowserContext context, String address) {
        context.addInitScript(WATCH);
        var tab = new Tab(context.newPage(), address);
        tab.page.onConsoleMessage(tab::recordMessage);
        tab.page.onPageError(error -> tab.errors.add("error: " + error));
        tab.page.onRequest(tab::recordRequest);
        tab.page.onResponse(tab::recordResponse);
        tab.page.onDialog(dialog -> {
            tab.errors.add("a dialog of a script: " + dialog.message());
            dialog.dismiss();
        });
        return tab;
    }

    private void recordMessage(ConsoleMessage message) {
        // A missing file is reported by its response, which has the address.
        boolean isBad = message.type().equals("error") || message.type().equals("warning");
        if (isBad && !message.text().startsWith("Failed to load resource")) {
            errors.add("console: " + message.text());
        }
    }

    private void recordRequest(Request request) {
        var url = request.url();
        if (!url.startsWith(address + "/")
                && !url.startsWith("data:")
                && !url.startsWith("blob:")) {
            errors.add("asks another host: " + url);
        }
    }

    /// A page may show a problem, but its files must exist.
    private void recordResponse(Response response) {
        if (response.status() >= 400 && !response.request().isNavigationRequest()) {
            errors.add(response.status() + " for " + response.url());
        }
    }

    Page page() {
        return page;
    }

    /// Disables the refresh of pages, as their readers can; a test can still request one.
    Tab still() {
        page.addInitScript(
                "try { localStorage.setItem('waybill-live', 'off'); } catch { /* no page yet */ }");
        return this;
    }

    /// After a click, which waits only until the next page has begun: until it is there, and its
    /// scripts have run.
    Tab loaded() {
        page.waitForLoadState();
        return this;
    }

    Tab open(String path) {
        page.navigate(address + path);
        return this;
    }

    Tab signIn(String key) {
        open("/ui/login");
        page.getByLabel("API key").fill(key);
        page.keyboard().press("Enter");
        page.waitForURL(address + "/ui");
        return this;
    }

    /// Comes as a customer, by a link that works once.
    Tab enter(String link) {
        page.navigate(link);
        page.waitForURL(url -> url.startsWith(address + "/portal/endpoints"));
        return this;
    }

    /// The content of the address bar, without the host.
    String path() {
        return page.url().substring(address.length());
    }

    String pathOnly() {
        return URI.create(page.url()).getPath();
    }

    Locator find(String selector) {
        return page.locator(selector);
    }

    Locator find(String selector, String text) {
        return page.locator(selector, new Page.LocatorOptions().setHasText(text));
    }

    Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, named(name));
    }

    Locator link(String name) {
        return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
    }

    String text() {
        return Objects.requireNonNullElse(loaded().find("main").innerText(), "");
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    /// The result of a script, as a list of texts.
    List<String> strings(String script) {
        return ((List<?>) loaded().page.evaluate(script)).stream().map(String::valueOf).toList();
    }

    /// No error was recorded since the last call.
    void hasNoErrors() {
        var all = List.copyOf(errors);
        errors.clear();
        assertThat(all).as("errors on %s", page.url()).isEmpty();
    }
}

package dev.waybill.browser;

import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pages that keep themselves up to date, and do not disturb who reads them. They are made to renew
/// themselves here and now; otherwise they do it every few seconds.
class LiveTest {

    /// The module that the page loads, and not another instance of it.
    private static final String SITE = "import(document.querySelector('script[type=module]').src)";

    @RegisterExtension static final Browsing browsing = new Browsing();

    private static void refresh(Tab tab, String region) {
        tab.loaded()
                .page()
                .evaluate(
                        "async id => { const { refresh } = await "
                                + SITE
                                + "; await refresh(document.getElementById(id)); }",
                        region);
    }

    /// Written into the page, and gone after a reload.
    private static void mark(Locator element) {
        element.evaluate("one => { one.dataset.marked = 'yes'; }");
    }

    private static boolean isMarked(Locator element) {
        return element.getAttribute("data-marked") != null;
    }

    @Test
    void aRowUnderTheMouseStays() {
        var tab = browsing.admin().still().open("/ui/replays/" + browsing.world().replayId());
        var items = tab.find("#made");
        items.evaluate(
                "one => one.insertAdjacentHTML('beforeend',"
                        + " '<table id=t><tbody><tr><td>row</td></tr></tbody></table>')");
        mark(items.locator("h2"));

        items.locator("#t tr").hover();
        refresh(tab, "made");
        assertThat(isMarked(items.locator("h2"))).as("under the mouse").isTrue();

        tab.page().mouse().move(1, 1);
        refresh(tab, "made");
        assertThat(isMarked(items.locator("h2"))).as("out of the way").isFalse();
        tab.hasNoErrors();
    }

    @Test
    void aButtonThatIsBeingPressedStays() {
        var tab = browsing.admin().still().open("/ui/replays/" + browsing.world().replayId());
        var resume = tab.button("Resume");
        mark(resume);

        resume.hover();
        tab.page().mouse().down();
        refresh(tab, "replay-actions");
        assertThat(isMarked(resume)).as("pressed").isTrue();

        // Let go elsewhere, which is no click.
        tab.page().mouse().move(1, 1);
        tab.page().mouse().up();
        tab.page().evaluate("() => getSelection().removeAllRanges()");
        refresh(tab, "replay-actions");
        assertThat(isMarked(resume)).as("let go").isFalse();
        tab.hasNoErrors();
    }

    @Test
    void copyingAnIdDoesNotStopThePage() {
        var id = browsing.world().delivery("state=pending&event_type=order.paused");
        var tab = browsing.admin().still().open("/ui/deliveries/" + id);
        var copy = tab.find("#delivery button[aria-label='Copy " + id + "']");
        copy.click();
        mark(copy);

        refresh(tab, "delivery");

        assertThat(isMarked(copy)).as("the old one").isFalse();
        assertThat(tab.page().evaluate("() => document.activeElement.ariaLabel"))
                .as("the keyboard keeps its place")
                .isEqualTo("Copy " + id);
    }

    @Test
    void rowsOfAListSayWhatIsTrueByNowAndStayWhereTheyAre() {
        var api = browsing.world().api();
        var url = browsing.world().receiver().at("/live/rows").url();
        var endpoint = "/v1/webhook_endpoints/" + text(api.createEndpoint(url, "live.row"), "id");
        api.post(endpoint + "/pause", "{}").expect(200);
        var event = api.publish("live.row");
        var tab = browsing.admin().still().open("/ui/deliveries?type=live.row");
        var row = tab.find("#rows tr[data-id]");
        mark(row);
        assertThat(row.innerText()).contains("Pending");

        api.post(endpoint + "/resume", "{}").expect(200);
        api.awaitDelivery(event, "delivered");
        row.hover();
        refresh(tab, "rows");
        assertThat(row.innerText()).as("under the mouse").contains("Pending");
        tab.page().mouse().move(1, 1);
        row.locator("input").check();
        tab.page().mouse().move(1, 1);
        refresh(tab, "rows");
        assertThat(row.innerText()).as("chosen").contains("Pending");
        row.locator("input").uncheck();
        tab.page().evaluate("() => document.activeElement.blur()");
        tab.page().mouse().move(1, 1);
        refresh(tab, "rows");

        assertThat(row.innerText()).contains("Delivered");
        assertThat(isMarked(row)).as("the same row").isTrue();
        assertThat(tab.find("#fresh").isVisible()).isFalse();
        tab.hasNoErrors();
    }

    @Test
    void whatCanBeDoneWithADeliveryChangesWithIt() {
        var api = browsing.world().api();
        var url = browsing.world().receiver().at("/live/ends").url();
        var endpoint = "/v1/webhook_endpoints/" + text(api.createEndpoint(url, "live.ends"), "id");
        api.post(endpoint + "/pause", "{}").expect(200);
        var event = api.publish("live.ends");
        var id = text(api.delivery(event), "id");
        var tab = browsing.admin().still().open("/ui/deliveries/" + id);
        PlaywrightAssertions.assertThat(tab.button("Cancel")).isVisible();

        api.post(endpoint + "/resume", "{}").expect(200);
        api.awaitDelivery(event, "delivered");
        refresh(tab, "delivery-actions");

        PlaywrightAssertions.assertThat(tab.button("Cancel")).isHidden();
        PlaywrightAssertions.assertThat(tab.button("Resend now")).isVisible();
        tab.hasNoErrors();
    }

    @Test
    void anEmptyListTellsThatSomethingHasCome() {
        var api = browsing.world().api();
        api.createEndpoint(browsing.world().receiver().at("/live/fresh").url(), "live.fresh");
        var tab = browsing.admin().still().open("/ui/deliveries?type=live.fresh");
        assertThat(tab.text()).contains("No match");

        api.awaitDelivery(api.publish("live.fresh"), "delivered");
        refresh(tab, "rows");
        assertThat(tab.find("#fresh").innerText()).isEqualTo("1 new: show");
        assertThat(tab.text()).as("nothing moves by itself").contains("No match");
        tab.find("#fresh").click();

        PlaywrightAssertions.assertThat(tab.find("#rows tr[data-id]")).hasCount(1);
        tab.hasNoErrors();
    }

    @Test
    void whatCannotBeRenewedSaysWhyAndIsTriedAgainAsAWhole() {
        var tab = browsing.admin().still().open("/ui/replays/" + browsing.world().replayId());
        var here = tab.find("html").getAttribute("data-here");
        mark(tab.find("#replay section"));
        mark(tab.find("#made h2"));
        leadTo(tab, "/ui/replays/rpl_nothing");

        refresh(tab, "replay");
        assertThat(tab.find("#stale").innerText())
                .containsPattern("the service answered 404 \\(request req_[0-9a-f]+\\)");

        leadTo(tab, here);
        tab.find("#stale button").click();
        tab.find("#stale").waitFor(gone());
        tab.page().waitForFunction("() => !document.querySelector('[data-marked]')");
    }

    private static void leadTo(Tab tab, String here) {
        tab.page().evaluate("to => { document.documentElement.dataset.here = to; }", here);
    }

    private static Locator.WaitForOptions gone() {
        return new Locator.WaitForOptions()
                .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED);
    }

    /// The answer to a form is shown at an address where there is no page.
    @Test
    void aPageGoesOnAfterAFormWasRefused() {
        var page = "/ui/replays/" + browsing.world().replayId();
        var tab = browsing.admin().still().open(page);
        tab.page().getByLabel("Deliveries per second").fill("soon");
        tab.button("Change").click();
        assertThat(tab.pathOnly()).isEqualTo(page + "/rate");
        mark(tab.find("#replay section"));

        refresh(tab, "replay");

        assertThat(isMarked(tab.find("#replay section"))).isFalse();
        assertThat(tab.page().getByLabel("Deliveries per second").inputValue()).isEqualTo("soon");
        tab.hasNoErrors();
    }

    @Test
    void whatWasDoneIsToldOnce() {
        var tab = browsing.admin().still().open("/ui/dlq?after=0&done=resolved");
        assertThat(tab.text()).contains("Resolved. The dead letters are no longer open");
        assertThat(tab.path()).isEqualTo("/ui/dlq?after=0");

        tab.page().reload();
        assertThat(tab.text()).doesNotContain("Resolved. The dead letters are no longer open");

        tab.open("/ui/dlq?done=resolved").link("See resolved dead letters").click();
        assertThat(tab.path()).isEqualTo("/ui/dlq/settled");
        tab.hasNoErrors();
    }

    @Test
    void anAttemptHasAnAddress() {
        var id = browsing.world().delivery("state=failed&event_type=invoice.paid");
        var tab = browsing.admin().still().open("/ui/deliveries/" + id + "#attempt-2");

        assertThat(tab.find("#attempt-2 details").getAttribute("open")).isNotNull();
        assertThat(tab.find("#attempt-3 details").getAttribute("open")).isNull();

        tab.link("Attempt 3").click();
        assertThat(tab.path()).endsWith("#attempt-3");
        tab.find("#attempt-3 details[open]").waitFor();
        tab.hasNoErrors();
    }

    @Test
    void whatIsBeingRenewedCanStillBeRead() {
        var tab = browsing.admin().still().open("/ui/replays/" + browsing.world().replayId());

        tab.page()
                .evaluate(
                        """
                        () => document.querySelectorAll('[data-live]')
                          .forEach(region => region.setAttribute('aria-busy', 'true'))
                        """);

        assertThat(tab.find("[aria-busy=true]").count()).isPositive();
        assertThat(Axe.violations(tab)).isEmpty();
    }

    /// The text of the page, second by second.
    @Test
    void aCountdownMovesAboveAMinuteToo() {
        var tab = browsing.admin().still().open("/ui/deliveries");
        var told =
                """
                async () => {
                  const time = document.createElement('time');
                  time.dateTime = new Date(Date.now() + 312000).toISOString();
                  const { age } = await %s;
                  age(time);
                  return time.textContent;
                }
                """
                        .formatted(SITE);

        assertThat(tab.page().evaluate(told).toString()).matches("in 5 min 1[0-2] s");
    }

    @Test
    void anAttemptThatIsHeldBackIsDueAndNotInThePast() {
        var tab = browsing.admin().still().open("/ui/deliveries?type=order.paused&state=pending");
        var next = tab.find("td[data-label=Next] time").first();

        PlaywrightAssertions.assertThat(next).hasText("due");
        next.evaluate("async time => { const { age } = await " + SITE + "; age(time); }");
        PlaywrightAssertions.assertThat(next).hasText("due");
    }
}

package dev.waybill.browser;

import static dev.waybill.journey.ApiClient.JSON;
import static dev.waybill.journey.ApiClient.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.journey.Receiver;
import dev.waybill.testing.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A user resolves dead letters, beginning with the list.
class DeadLettersInBrowserTest {

    private static final int MANY = 1_001;
    private static final int BATCH = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void aDeadGroupIsSentAgainAndWatchedUntilAllHasArrived() {
        var inbox = browsing.world().receiver().at("/browser/mended").answers(404);
        dead(inbox, "browser.mended", MANY);
        inbox.answers(200);
        var tab = browsing.admin().open("/ui/dlq");

        row(tab, "/browser/mended").getByRole(AriaRole.LINK, named("Replay")).click();
        assertThat(tab.find(".plan-total").innerText()).isEqualTo("1,001");
        tab.page().getByLabel("Deliveries per second").fill("400");
        tab.button("Show the plan").click();
        assertThat(tab.text()).contains("400 per second");

        tab.page().getByLabel("Reason for the replay").fill("The receiver is fixed");
        tab.page().getByLabel("Type 1001 to confirm the number").fill("1000");
        tab.button("Replay 1,001").click();
        assertThat(tab.text()).contains("Type 1001 to start it. Nothing was started.");
        assertThat(Axe.violations(tab)).isEmpty();
        assertThat(tab.page().getByLabel("Reason for the replay").inputValue())
                .isEqualTo("The receiver is fixed");
        tab.page().getByLabel("Type 1001 to confirm the number").fill("1001");
        tab.button("Replay 1,001").click();

        assertThat(tab.text()).contains("Started. The selection is fixed");
        tab.page().evaluate("() => { window.sameDocument = true; }");
        tab.find("text=All have ended").waitFor();
        assertThat(tab.text()).contains("1,001 of 1,001 ended", "100 %");
        assertThat(tab.page().evaluate("() => window.sameDocument")).isEqualTo(true);
        assertThat(tab.find("#said").textContent()).startsWith("100 percent");
        tab.open("/ui/dlq");
        assertThat(tab.text()).doesNotContain("/browser/mended");
        tab.hasNoErrors();
    }

    @Test
    void oneIsResolvedWithAReasonAndNotWithout() {
        dead(
                browsing.world().receiver().at("/browser/resolved").answers(404),
                "browser.resolved",
                1);
        var tab = browsing.admin().open("/ui/dlq");

        row(tab, "/browser/resolved").getByRole(AriaRole.LINK, named("Resolve")).click();
        var dialog = tab.find("dialog[open]");
        tab.button("Resolve 1").click();
        assertThat(dialog.count()).as("the browser asks for a reason").isOne();
        dialog.getByLabel("Reason or note").fill("Entered by hand, ticket 4711");
        tab.button("Resolve 1").click();

        assertThat(tab.text())
                .contains("Resolved. The dead letters are no longer open")
                .doesNotContain("/browser/resolved");
        tab.link("See resolved dead letters").click();
        assertThat(tab.text()).contains("Entered by hand, ticket 4711", "browser.resolved");

        row(tab, "/browser/resolved").getByRole(AriaRole.LINK, named("Reopen")).click();
        dialog.getByLabel("Reason").fill("It still misses");
        dialog.getByRole(AriaRole.BUTTON, named("Reopen")).click();
        assertThat(tab.text())
                .contains("Reopened.", "Entered by hand, ticket 4711", "It still misses");
        tab.page().getByLabel("Note").fill("They look into it");
        tab.button("Add note").click();
        assertThat(tab.text()).contains("Note added.", "They look into it");
        tab.hasNoErrors();
    }

    @Test
    void rowsAreChosenByKeyAndPlanned() {
        var tab = browsing.admin().open("/ui/deliveries?type=order.shipped");
        assertThat(tab.button("Replay chosen").isDisabled()).isTrue();

        tab.page().keyboard().press("j");
        tab.page().keyboard().press("x");
        tab.page().keyboard().press("j");
        tab.page().keyboard().press("x");
        assertThat(tab.find("[data-picked]").innerText()).isEqualTo("2 chosen");
        tab.find("[data-pick-all]").check();
        assertThat(tab.find("[data-picked]").innerText()).isEqualTo("50 chosen");
        tab.find("[data-pick-all]").uncheck();
        tab.find("input[data-pick]").first().check();
        tab.button("Replay chosen").click();

        assertThat(tab.text()).contains("1 chosen delivery", "Replay 1");
        tab.page().goBack();
        tab.link("Replay all that match").click();
        assertThat(tab.find(".plan-total").innerText()).isEqualTo("130");
        tab.hasNoErrors();
    }

    private static Locator row(Tab tab, String endpoint) {
        return tab.find("tr").filter(new Locator.FilterOptions().setHasText(endpoint));
    }

    private static Locator.GetByRoleOptions named(String name) {
        return new Locator.GetByRoleOptions().setName(name).setExact(true);
    }

    /// This many dead letters of this type, each after one attempt.
    private static void dead(Receiver.Inbox inbox, String type, int count) {
        var api = browsing.world().api();
        var json = JSON.createObjectNode().put("url", inbox.url());
        json.putNull("disable_after_failures").putArray("event_types").add(type);
        json.set(
                "retry_policy",
                JSON.readTree(
                        "{\"kind\":\"list\",\"waits_seconds\":[1],\"max_attempts\":1,"
                                + "\"window_seconds\":3600}"));
        var endpoint = text(api.createEndpoint(json), "id");
        var line = "{\"type\":\"%s\",\"data\":{}}\n".formatted(type);
        for (int left = count; left > 0; left -= BATCH) {
            api.postLines("/v1/events/batch", line.repeat(Math.min(left, BATCH))).expect(200);
        }
        Eventually.get(
                PATIENCE,
                () -> api.list("/v1/dead_letters?endpoint_id=" + endpoint),
                groups -> groups.stream().mapToInt(g -> g.get("count").intValue()).sum() == count);
    }
}

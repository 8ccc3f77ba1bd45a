package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.waybill.journey.RunningService;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A new installation of Waybill.
class FirstRunInBrowserTest {

    @RegisterExtension static final Browsing browsing = new Browsing();

    @Test
    void fromNothingToTheFirstDeliveredEventOnOnePage() throws SQLException {
        var inbox = browsing.world().receiver().at("/first-run");
        try (var service = RunningService.with(Map.of())) {
            var tab = browsing.at(service.address()).signIn(RunningService.ADMIN_KEY);

            tab.page().getByLabel("URL").fill(inbox.url());
            tab.button("Create endpoint").click();
            assertThat(tab.loaded().find("#start").innerText()).contains("whsec_", inbox.url());
            assertThat(Axe.violations(tab)).isEmpty();
            tab.button("Send test event").click();

            PlaywrightAssertions.assertThat(tab.find("#start .status")).hasText("Delivered");
            assertThat(tab.find("h1").innerText()).isEqualTo("Overview");
            assertThat(inbox.next().text()).contains("waybill.test");
            tab.hasNoErrors();
        }
    }
}

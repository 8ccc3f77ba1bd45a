package dev.waybill.browser;

import dev.waybill.browser.Screens.Screen;
import dev.waybill.browser.Screens.Section;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The portal, the public pages, and empty lists.
class PortalScreensTest {

    @RegisterExtension static final Browsing browsing = Browsing.keepingTabs();

    private static final ScreenLook LOOK = new ScreenLook(browsing);

    static List<Screen> screens() {
        return Screens.of(Section.PORTAL_AND_EMPTY, browsing.world());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("screens")
    void everybodyCanUse(Screen screen) {
        LOOK.everybodyCanUse(screen);
    }
}

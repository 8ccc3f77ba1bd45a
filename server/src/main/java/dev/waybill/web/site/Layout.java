package dev.waybill.web.site;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import dev.waybill.feature.alerts.AlertService;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The frame around the content of the dashboard's pages.
///
/// @param section null on a page outside of them
/// @param trail the pages above this one
/// @param here this page's address, to come back to
/// @param notice the message about a completed action; null if there is none
/// @param firing the number of alerts that fire and that the visitor may see
public record Layout(
        String title,
        @Nullable Section section,
        List<Crumb> trail,
        Visitor visitor,
        Preferences preferences,
        Link here,
        Instant now,
        @Nullable Notice notice,
        Files files,
        int firing)
        implements PageLayout {

    /// A page above this one.
    public record Crumb(String title, String href) {}

    /// The paths of stylesheet, script and icon.
    public record Files(String css, String js, String icon) {}

    public Theme theme() {
        return preferences.theme();
    }

    /// The number beside an entry of the navigation; null for none.
    public @Nullable String badge(Section section) {
        if (section != Section.ALERTS || firing == 0) {
            return null;
        }
        return firing > AlertService.COUNTED_MAX
                ? AlertService.COUNTED_MAX + "+"
                : Integer.toString(firing);
    }

    public boolean may(Right right) {
        return visitor.may(right);
    }

    @Override
    public boolean isTest() {
        return visitor.caller().mode() == Mode.TEST;
    }

    @Override
    public List<Crumb> exits() {
        return List.of(new Crumb(Section.OVERVIEW.title(), Section.OVERVIEW.path()));
    }
}

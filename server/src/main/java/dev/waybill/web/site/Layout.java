package dev.waybill.web.site;

import dev.waybill.domain.access.Mode;
import dev.waybill.domain.access.Right;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What every page shows around its own matter.
///
/// @param section null on a page outside of them
/// @param trail the pages above this one
/// @param here this page's address, to come back to
/// @param notice what was just done, if anything
public record Layout(
        String title,
        @Nullable Section section,
        List<Crumb> trail,
        Visitor visitor,
        Preferences preferences,
        Link here,
        Instant now,
        @Nullable Notice notice,
        Files files) {

    /// A page above this one.
    public record Crumb(String title, String href) {}

    /// Where stylesheet, script and icon are found.
    public record Files(String css, String js, String icon) {}

    public Theme theme() {
        return preferences.theme();
    }

    public boolean may(Right right) {
        return visitor.may(right);
    }

    public boolean isTest() {
        return visitor.caller().mode() == Mode.TEST;
    }
}

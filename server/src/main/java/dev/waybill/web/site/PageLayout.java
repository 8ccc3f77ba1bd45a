package dev.waybill.web.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The frame around the content of every page.
public interface PageLayout {

    String title();

    /// The pages above this one.
    List<Layout.Crumb> trail();

    Preferences preferences();

    /// The address of this page, to return to.
    Link here();

    Instant now();

    /// The message about a completed action; null if there is none.
    @Nullable Notice notice();

    Layout.Files files();

    boolean isTest();

    /// The pages that a page with a problem leads to.
    List<Layout.Crumb> exits();
}
